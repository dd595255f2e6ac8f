import XCTest

@testable import LibTests

XCTMain([testCase(ListedTests.allTests)])

import Unheard
import XCTest

func check(_ number: Int) { XCTAssertEqual(answer, number) }

import Foundation
import Kit
import Testing

extension InTheBrowser {
  @Suite struct WidthTests {
    @Test(
      "no page scrolls sideways and nothing lies upon another",
      arguments: Tier.some(1, of: [360, 1280, 2560]))
    func widths(width: Int) throws {
      try Browsing.withSession { session, browsing in
        try session.setWidth(width)
        // What a hostile word could push aside it pushes where there is least room.
        let sites = [browsing.rich] + browsing.kinds + (width == 360 ? browsing.hostile : [])
        for site in sites {
          let isHostile = browsing.hostile.contains { $0.folder == site.folder }
          for page in isHostile ? site.pages : site.kindsOfPages {
            try session.open(site.address(page))
            try session.run("document.querySelectorAll('details').forEach((it) => { it.open = true; })")
            expectNone(
              try session.run(Self.faults).elements?.compactMap(\.text) ?? ["?"], "\(page) at \(width)")
          }
        }
      }
    }

    @Test(
      "the names of branches are broken behind a slash or a dash alone",
      arguments: Tier.some(1, of: [360, 800, 1280]))
    func branches(width: Int) throws {
      try Browsing.withSession { session, browsing in
        try session.setWidth(width)
        for site in browsing.kinds {
          try session.open(site.address("bots/stack/branches.html"))
          expectNone(try session.run(Self.broken).elements?.compactMap(\.text) ?? ["?"], "at \(width)")
        }
      }
    }

    private static let broken = """
      const faults = [], range = document.createRange();
      for (const link of document.querySelectorAll(".each th a")) {
        const walker = document.createTreeWalker(link, NodeFilter.SHOW_TEXT);
        let [before, line] = ["", null];
        while (walker.nextNode()) {
          for (let at = 0; at < walker.currentNode.length; at++) {
            range.setStart(walker.currentNode, at);
            range.setEnd(walker.currentNode, at + 1);
            const { top } = range.getBoundingClientRect();
            if (line !== null && top > line + 4 && !/[-\\/]$/.test(before)) faults.push(`${before}…`);
            [before, line] = [before + walker.currentNode.data[at], top];
          }
        }
      }
      const region = document.querySelector(".scroll");
      if (innerWidth < 700 && region?.scrollWidth > region?.clientWidth) faults.push("the table is cut");
      return faults;
      """

    /// Texts, cut to what the boxes around them show, must not share more than a hair of ground.
    private static let faults = """
      const faults = [], root = document.scrollingElement;
      if (root.scrollWidth > root.clientWidth) {
        const wide = [...document.querySelectorAll("body *")]
          .filter((it) => it.getBoundingClientRect().right > root.clientWidth + 1)
          .slice(0, 3).map((it) => it.outerHTML.slice(0, 80));
        faults.push(`scrolls sideways by ${root.scrollWidth - root.clientWidth}: ${wide}`);
      }
      const boxes = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      while (walker.nextNode() && boxes.length < 6000) {
        const node = walker.currentNode;
        if (!node.data.trim() || !node.parentElement.checkVisibility()) continue;
        const around = [];
        for (let it = node.parentElement; it; it = it.parentElement) {
          const style = getComputedStyle(it);
          if (style.clipPath !== "none") around.push({ left: 0, right: 0, top: 0, bottom: 0 });
          // What may be left out while it is out of sight is never painted outside of its box.
          const isCut = style.overflow !== "visible" || style.contentVisibility === "auto";
          if (isCut && it !== document.body) around.push(it.getBoundingClientRect());
        }
        range.selectNodeContents(node);
        for (const it of range.getClientRects()) {
          const box = { left: it.left, right: it.right, top: it.top, bottom: it.bottom, node };
          for (const edge of around) {
            box.left = Math.max(box.left, edge.left); box.right = Math.min(box.right, edge.right);
            box.top = Math.max(box.top, edge.top); box.bottom = Math.min(box.bottom, edge.bottom);
          }
          if (box.right - box.left > 1 && box.bottom - box.top > 1) boxes.push(box);
        }
      }
      boxes.sort((a, b) => a.top - b.top);
      const tall = Math.max(...boxes.map((it) => it.bottom - it.top));
      for (let i = 0; i < boxes.length && faults.length < 5; i++) {
        for (let j = i + 1; j < boxes.length && boxes[j].top < boxes[i].top + tall; j++) {
          const [a, b] = [boxes[i], boxes[j]];
          if (a.node === b.node) continue;
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (across > 2 && down > 6) {
            const texts = [a, b].map((it) => `"${it.node.data.trim().slice(0, 40)}"`);
            faults.push(`${texts.join(" and ")} share ${across} x ${down} at ${a.left},${a.top}`);
          }
        }
      }
      return faults;
      """
  }
}

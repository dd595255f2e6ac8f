/// How the wall looks, and what keeps it moving.
enum WallAssets {
  static let sheet = look + grids

  private static let grids =
    (1...8).map { ".c\($0) { grid-template-columns: repeat(\($0), minmax(0, 1fr)); }\n" }.joined()
    + (1...Wall.mostOnPage).map { ".r\($0) { grid-template-rows: repeat(\($0), minmax(0, 1fr)); }\n" }
    .joined()
      // Where there is little room they stand below each other.
      + """
      @media (max-width: 700px) {
        .wall { overflow: auto; height: auto; }
        .wall main { height: auto; }
        .tiles { grid-template: none; grid-auto-rows: 11rem; }
      }

      """

  private static let look = """
    .wall { height: 100vh; overflow: hidden; }
    .wall main { height: 100vh; max-width: none; padding: 10px; display: flex; flex-direction: column;
      gap: 10px; }
    .wall header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline;
      gap: 0 2rem; padding: 0 6px; }
    .wall h1 { font-size: clamp(20px, 3.6vmin, 60px); line-height: 1.2; margin: 0; font-weight: 650; }
    .wall header p { font-size: clamp(14px, 2.2vmin, 30px); color: var(--quiet); display: flex;
      flex-wrap: wrap; gap: 0 1.2em; }
    .wall header a { color: inherit; text-decoration: underline; }
    .tiles { flex: 1; min-height: 0; display: grid; gap: 10px; margin: 0; }
    .tiles[hidden] { display: none; }
    .tile { container-type: size; min-width: 0; border-radius: 10px; overflow: hidden;
      background: var(--raised); border: 3px solid var(--edge-strong); }
    .tile > div { height: 100%; padding: 2.5cqmin 4cqmin; display: flex; flex-direction: column; gap: 1cqh;
      line-height: 1.18; }
    .tile h2 { font-size: clamp(20px, min(17cqh, 12.5cqw), 110px); line-height: 1.12; margin: 0;
      font-weight: 700; }
    .tile h2 a { color: inherit; }
    .tile .result { font-size: clamp(19px, min(14cqh, 10cqw), 96px); font-weight: 650; }
    .tile .who, .tile .meta, .tile .works { font-size: clamp(16px, min(12.5cqh, 9cqw), 64px); color: inherit;
      margin: 0; }
    .tile h2, .tile p { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; flex: none; }
    .tile .meta { display: flex; gap: 0 .8em; }
    .tile .meta span { overflow: hidden; text-overflow: ellipsis; }
    .tile .works { margin-top: auto; }
    .tile .works p { display: flex; justify-content: space-between; gap: .6em; font-weight: 600; }
    .tile .works span:first-child { overflow: hidden; text-overflow: ellipsis; }
    .tile .works span + span { flex: none; }
    @container (min-height: 300px) { .tile h2, .tile .who { white-space: normal; text-wrap: balance; } }
    .tile svg { display: block; width: 100%; height: max(6px, 4cqh); margin-top: .2em; border-radius: 3px; }
    .tile rect { fill: currentColor; }
    .tile .rest { opacity: .25; }
    .tile.red { background: var(--red); border-color: var(--red); color: var(--on); }
    .tile.unsure { background: var(--orange); border-color: var(--orange); color: var(--on); }
    .tile.green, .tile.warned { background: var(--green-wash); border-color: var(--green); }
    .tile.green .result { color: var(--green); }
    .tile.warned .result { color: var(--orange); }
    .unwatched, #silence { margin: 0; padding: .4em .8em; background: var(--orange); color: var(--on);
      font-weight: 650; font-size: clamp(18px, 3.4vmin, 48px); }
    #silence { position: fixed; inset: 0; z-index: 9; display: grid; place-items: center; text-align: center;
      font-size: clamp(30px, 9vmin, 140px); line-height: 1.2; text-wrap: balance;
      background: var(--ground); color: var(--ink); border: 2vmin solid var(--orange); }
    #silence[hidden] { display: none; }

    """

  /// It asks for the page again on each event, and now and then without one: whatever it heard last, it knows
  /// how long ago that was.
  static let script = """
    (() => {
      "use strict";
      const one = (selector, root = document) => root.querySelector(selector);
      const silence = one("#silence"), most = 60, turnSeconds = 20, askSeconds = 15;
      let heard = Date.now(), gone = heard, isOpen = false, isAsking = false, isDue = false;
      let timer = 0, page = 0;
      const ask = async () => {
        clearTimeout(timer);
        timer = 0;
        isDue = isAsking;
        if (isAsking) return;
        isAsking = true;
        try {
          const asked = page || Number(one("main").dataset.page);
          const how = { cache: "no-store", signal: AbortSignal.timeout(10000) };
          const answer = await fetch("/wall?page=" + asked, how);
          if (!answer.ok || answer.redirected) return;
          const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
          const main = one("main[data-pages]", fresh);
          if (!main) return;
          heard = Date.now();
          const chosen = document.activeElement?.getAttribute("href");
          one("main").replaceWith(document.importNode(main, true));
          const links = [...document.querySelectorAll("main a")];
          if (chosen) links.find((it) => it.getAttribute("href") === chosen)?.focus();
          document.title = fresh.title;
          tell();
        } catch { } finally { isAsking = false; }
        if (isDue) ask();
      };
      const soon = () => { timer ||= setTimeout(ask, 1000); };
      const long = (seconds) => seconds < 60 ? seconds + " s" : seconds < 3600
        ? Math.floor(seconds / 60) + " min " + String(seconds % 60).padStart(2, "0") + " s"
        : Math.floor(seconds / 3600) + " h " + Math.floor(seconds / 60) % 60 + " min";
      const tell = () => {
        const quiet = Math.floor((Date.now() - heard) / 1000), isLost = quiet > most;
        if (isLost) silence.textContent = "No word from Bothy for " + long(quiet);
        if (silence.hidden === isLost) silence.hidden = !isLost;
        // What was green a while ago is not told to be.
        if (isLost) {
          document.title = one("h1").textContent = "No word from Bothy";
          if (one(".tiles")) one(".tiles").hidden = true;
        }
        const sign = one("#sign");
        const seconds = Math.floor((Date.now() - gone) / 1000);
        const words = isOpen ? "live" : "not connected for " + long(seconds);
        if (sign.textContent !== words) sign.textContent = words;
      };
      const source = new EventSource("/api/events");
      source.onopen = () => { isOpen = true; ask(); };
      source.onerror = () => { if (isOpen) gone = Date.now(); isOpen = false; tell(); };
      for (const kind of ["queue", "phase", "settled", "site"]) source.addEventListener(kind, soon);
      setInterval(tell, 1000);
      setInterval(ask, askSeconds * 1000);
      setInterval(() => {
        const main = one("main"), pages = Number(main.dataset.pages);
        if (pages < 2) return;
        page = Number(main.dataset.page) % pages + 1;
        ask();
      }, turnSeconds * 1000);
    })();

    """
}

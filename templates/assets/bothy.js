"use strict";
// Speeds up what also works without: sorting, finding, and keys. Filters and places live in the address.
(() => {
  const html = document.documentElement;
  html.classList.add("scripted");
  const all = (query, root = document) => [...root.querySelectorAll(query)];
  const one = (query, root = document) => root.querySelector(query);
  // What would act, turn a text or hide in it becomes a sign, the same as on pages.
  const shown = (text) => text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu, (it) => {
    const code = it.codePointAt();
    return code < 32 ? String.fromCharCode(9216 + code) : code === 127 ? "␡" : `⟨U+${code.toString(16).toUpperCase()}⟩`;
  });
  const made = (tag, text, className) => {
    const element = document.createElement(tag);
    if (text) element.textContent = shown(text);
    if (className) element.className = className;
    return element;
  };

  // The part of the address behind ?, kept while the anchor changes.
  const asked = () => new URLSearchParams(location.search);
  const keep = (name, value) => {
    const parameters = asked();
    if (value) parameters.set(name, value); else parameters.delete(name);
    const query = parameters.toString();
    const anchor = location.hash === "#main" ? "" : location.hash;
    try { history.replaceState(null, "", location.pathname + (query ? "?" + query : "") + anchor); } catch { }
  };

  // An address that stays leads on, and takes along what it was asked for.
  const onward = html.dataset.to;
  if (onward) return location.replace(onward.replace(/(#.*)?$/, (anchor) => location.search + (location.hash || anchor)));

  // Pages above an integration follow it, where they are served.
  const upper = /^h/.test(location.protocol) && one(".top.upper");
  // As it was sent: what is new is told by comparing with it. To copy a long page takes long.
  const main = one("main"), sent = upper && main.cloneNode(true), alive = new WeakMap();
  const pair = (page, here) => {
    const twins = all("*", here);
    alive.set(page, here);
    all("*", page).forEach((it, at) => alive.set(it, twins[at]));
  };
  upper && pair(sent, main);

  // What runs is shown anew, unless somebody wants it to stay, or whoever told of it is gone.
  let isLive = false;
  const again = html.dataset.again;
  if (again) {
    const age = Math.round((Date.now() - new Date(one(".again time").dateTime)) / 1000);
    const isLost = age > 60, isStill = isLost || asked().has("still");
    const link = made("a", isLost ? "look again" : isStill ? "go on" : "stay");
    link.href = isStill ? location.pathname : "?still";
    one(".again").append(isLost ? ": nothing since. It may have been ended; the next Bothy tells " : ` (${age} s ago) `, link);
    if (!isStill) setTimeout(() => isLive || location.reload(), again * 1000);
  }

  // A page that lies there says how old it is; any time says how long ago it was, and what the clock here showed.
  const ago = (time) => {
    const minutes = Math.floor((Date.now() - new Date(time.dateTime)) / 60000);
    const [count, unit] = minutes < 120 ? [minutes, "min"] : minutes < 2880 ? [minutes / 60, "h"] : [minutes / 1440, "days"];
    return minutes > 0 ? `${Math.floor(count)} ${unit} ago` : "";
  };
  const date = (root) => {
    for (const time of all("time[datetime]", root)) {
      const passed = ago(time);
      if (passed && time.matches(".as-of")) time.after(` (${passed})`);
      time.title = [new Date(time.dateTime).toLocaleString(), passed].filter(Boolean).join(", ");
    }
  };
  date(document);

  // Sorting
  const table = one("table.sortable");
  if (table) {
    const heads = all("thead th[data-key]", table);
    const rows = all("tbody", table).map((body) => [body, [...body.rows]]);
    const value = (row, column) => {
      const cell = row.cells[column];
      const text = cell.dataset.sort ?? cell.textContent;
      const number = Number(text);
      return Number.isNaN(number) ? text : number;
    };
    const sort = (head, falls) => {
      const column = heads.indexOf(head);
      heads.forEach((other) => other.ariaSort = null);
      head.ariaSort = falls ? "descending" : "ascending";
      table.classList.add("sorted");
      for (const [body, list] of rows) {
        const files = list.filter((row) => row.classList.contains("file"));
        files.sort((a, b) => {
          const x = value(a, column), y = value(b, column);
          const order = x < y ? -1 : x > y ? 1 : 0;
          return falls ? -order : order;
        });
        body.append(...list.filter((row) => !row.classList.contains("file")), ...files);
      }
      for (const row of all("tr.file th", table)) {
        row.dataset.name ??= row.textContent;
        (one("a", row) ?? row).textContent = row.dataset.sort;
      }
      keep("sort", (falls ? "-" : "") + head.dataset.key);
    };
    for (const head of heads) {
      const button = made("button", head.textContent);
      button.type = "button";
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const now = head.ariaSort;
        sort(head, now ? now === "ascending" : head.dataset.key !== "name" && head.dataset.key !== "percent");
      });
    }
    const wanted = asked().get("sort");
    const head = wanted && heads.find((one) => one.dataset.key === wanted.replace(/^-/, ""));
    if (head) sort(head, wanted.startsWith("-"));
  }

  // Folded suites open where something in them is asked for, and all of them by a link.
  const folds = all("details.fold");
  const open = (isWanted) => folds.forEach((fold) => { if (isWanted || fold.dataset.opened) { fold.open = isWanted; fold.dataset.opened = isWanted ? "1" : ""; } });
  one(".open-all")?.addEventListener("click", (event) => {
    event.preventDefault();
    const isOpen = folds.every((fold) => fold.open);
    folds.forEach((fold) => { fold.open = !isOpen; });
  });

  // Filters: without this script they are anchors, with it the anchor is left to the place in the page.
  const filters = all("i.at:not(#open-all)");
  const chosen = () => filters.find((it) => it.classList.contains("on"));
  const show = (filter) => {
    filters.forEach((other) => other.classList.toggle("on", other === filter));
    for (const link of all(".filters a[href^='#']")) {
      link.ariaCurrent = link.hash === (filter ? "#" + filter.id : "#main") ? "true" : null;
    }
    keep("show", filter?.id);
    open(filter?.id === "passed");
  };
  const adopt = () => {
    const filter = filters.find((it) => "#" + it.id === location.hash);
    if (!filter) return;
    location.replace("#main");
    show(filter);
    find?.();
  };
  // To ask each of thousands of tests where it lies would lay them all out.
  const isShown = (item) => {
    if (!item.parentElement.matches("ul.tests")) return item.getClientRects().length > 0;
    return !item.classList.contains("unfound") && (!chosen() || item.classList.contains("t-" + chosen().id));
  };
  let find;
  if (filters.length) {
    show(filters.find((it) => it.id === asked().get("show")));
    adopt();
    addEventListener("hashchange", adopt);
    one(".filters").addEventListener("click", (event) => {
      const link = event.target.closest("a[href^='#']");
      if (!link) return;
      event.preventDefault();
      show(filters.find((it) => "#" + it.id === link.hash));
      find?.();
    });
  }

  // Finding
  const places = [
    ["ul.tests", "li[id]"], ["table.sortable", "tr.file"], [".log", ".lines > span"],
    ["ul.wide", ".commit"], ["ul.issues.all", ".issue"], ["table.history", "tbody tr:not(.day)"], [".bots", ".bot"],
  ];
  const [where, what] = places.find(([query]) => one(query)) ?? [];
  const collect = () => where ? all(where).flatMap((place) => all(what, place)) : [];
  let items = collect(), texts, field;
  if (items.length > ([".bots", "ul.wide", "table.history"].includes(where) ? 8 : 1)) {
    field = made("input");
    field.type = "search";
    field.placeholder = "Find";
    field.ariaLabel = "Find";
    if (where === "ul.tests") field.title = "Words of it, and failed, new, tag:slow, >100ms";
    let bar = one(".filters ul");
    if (!bar) {
      const box = made("div", "", "filters");
      bar = box.appendChild(made("ul"));
      const list = one("table.history, table.sortable");
      if (list) list.parentElement.before(box); else one(".lead").after(box);
    }
    const said = made("span", "", "muted");
    said.role = "status";
    const slot = made("li", "", "find");
    slot.append(field, said);
    const aside = one(".aside", bar);
    if (aside) aside.before(slot); else bar.append(slot);
    // What a group is called finds all that is in it.
    const titles = new Map();
    const title = (group) => {
      if (!group) return "";
      if (!titles.has(group)) titles.set(group, one(".path", group).textContent + " " + title(group.parentElement.closest(".group")));
      return titles.get(group);
    };
    const text = (item) => [item.textContent, one("[data-sort]", item)?.dataset.sort, title(item.closest(".group"))].join(" ").toLowerCase();
    // `failed`, `>100ms`, `<2s` and `tag:slow` ask for more than the text.
    const seconds = (item) => {
      const units = { ms: 0.001, s: 1, min: 60, h: 3600 };
      const told = item.lastElementChild?.matches(".seconds, b") ? item.lastElementChild.textContent : "";
      const parts = [...told.matchAll(/([\d.]+) (ms|s|min|h)\b/g)];
      return parts.length ? parts.reduce((sum, [, number, unit]) => sum + number * units[unit], 0) : NaN;
    };
    const asks = (word) => {
      const time = word.match(/^([<>])([\d.]+)(ms|s|min)?$/);
      if (time) {
        const limit = time[2] * ({ s: 1, min: 60 }[time[3]] ?? 0.001);
        return (item) => time[1] === ">" ? seconds(item) > limit : seconds(item) < limit;
      }
      const tag = word.match(/^tag:(.+)$/)?.[1];
      if (tag) return (item) => all(".tag", item).some((it) => it.textContent.toLowerCase().replace(/^\./, "").startsWith(tag.replace(/^\./, "")));
      // What a test says may have the word of another outcome; its name may be meant.
      const outcome = where === "ul.tests" && filters.find((it) => it.id === word.replace("-", ""))?.id;
      if (outcome) return (item) => item.matches(".t-" + outcome) || (one("code", item) ?? item).textContent.toLowerCase().includes(word);
      texts ??= items.map(text);
      return (item, at) => texts[at].includes(word);
    };
    find = () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      const around = all("main section, tbody").filter((it) => one(what.replace("tbody ", ""), it));
      around.forEach((it) => it.classList.remove("unfound"));
      const wanted = words.map(asks);
      open(words.length > 0 || Boolean(one("#passed.on")));
      items.forEach((item, at) => item.classList.toggle("unfound", !wanted.every((is) => is(item, at))));
      for (const row of all("tr.dir, tr.day, tfoot")) row.classList.toggle("unfound", words.length > 0);
      const found = items.filter(isShown), full = new Set();
      for (const item of found) {
        for (let it = item; it && !full.has(it); it = it.parentElement) full.add(it);
      }
      if (words.length) around.forEach((it) => it.classList.toggle("unfound", !full.has(it)));
      // How tall a list is before it is laid out.
      if (where === "ul.tests") all(where).forEach((it) => it.style.setProperty("--n", [...it.children].filter((item) => full.has(item)).length));
      said.textContent = !words.length ? "" : found.length ? `${found.length} found` : "Nothing found";
      keep("find", field.value);
    };
    field.addEventListener("input", find);
    field.value = asked().get("find") ?? "";
    if (field.value) find();
  }

  // What one wants to have elsewhere.
  for (const text of all("pre.command, .card .message, .card .difference > pre")) {
    const button = made("button", "", "copy");
    button.type = "button";
    button.ariaLabel = "Copy " + (text.title || (text.className === "command" ? "the command" : "the message"));
    button.addEventListener("click", () => {
      const range = document.createRange();
      range.selectNodeContents(text);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      document.execCommand("copy");
      getSelection().removeAllRanges();
      button.classList.add("done");
      setTimeout(() => button.classList.remove("done"), 2000);
    });
    text.before(button);
  }

  // A click on a line's number puts it into the address.
  const source = one("table.source");
  source?.addEventListener("click", (event) => {
    const cell = event.target.closest("td");
    if (cell?.cellIndex === 0 && cell.parentElement.id) location.hash = cell.parentElement.id;
  });

  // So does one on the number of a line of the log, which is no text and cannot be clicked by itself.
  one(".log")?.addEventListener("click", (event) => {
    const line = event.target.closest(".lines > span[id]");
    if (line && event.clientX - line.getBoundingClientRect().left < 60 && !String(getSelection())) location.hash = line.id;
  });

  // Keys
  const isMissed = (row) => row?.classList.contains("m") || row?.classList.contains("p");
  let stops;
  const stopAt = () => {
    stops = source
      ? all("tr.m, tr.p, tr.h", source).filter((row) => row.matches(".h") || row.matches(".p") || !row.previousElementSibling?.matches(".m"))
      : all("article.card, .tests > li:not(.t-passed), table.history tr.bad, .log .le, .log .lw");
    // The rows of a history have no anchors of their own.
    stops.forEach((stop, at) => { stop.id ||= "found" + (at + 1); });
  };
  stopAt();
  if (/^#found\d+$/.test(location.hash)) location.replace(location.hash);
  const step = (by) => {
    const seen = stops.filter(isShown);
    if (!seen.length) return;
    const here = seen.findIndex((stop) => "#" + stop.id === location.hash);
    let next = here + by;
    if (here < 0) {
      const top = scrollY + innerHeight / 3;
      const below = seen.findIndex((stop) => stop.getBoundingClientRect().top + scrollY > top);
      next = by > 0 ? Math.max(below, 0) : (below < 0 ? seen.length : below) - 1;
    }
    const stop = seen[(next + seen.length) % seen.length];
    location.hash = stop.id;
    // Of what is too high to be seen whole, the middle says little.
    stop.scrollIntoView({ block: stop.offsetHeight > innerHeight / 2 ? "start" : "center" });
  };
  const next = one("a[rel=next]"), previous = one("a[rel=prev]");
  const kind = source ? "line that did not run" : one(".log") ? "error or warning" : "test that did not pass";
  // Only those that do something on this page.
  const keys = Object.fromEntries([
    [stops.length, "n", `the next ${kind}`, () => step(1)],
    [stops.length, "p", "the one before", () => step(-1)],
    [next, "j", "the next file", () => next.click()],
    [previous, "k", "the file before", () => previous.click()],
    [field, "/", "find", () => { field.focus(); field.select(); }],
    [true, "?", "these keys", () => sheet()],
  ].filter(([works]) => works).map(([, key, ...rest]) => [key, rest]));
  const sheet = () => {
    let dialog = one("dialog");
    if (!dialog) {
      dialog = document.body.appendChild(made("dialog"));
      const title = dialog.appendChild(made("h2", "Keys"));
      title.id = "keys";
      dialog.setAttribute("aria-labelledby", "keys");
      const list = dialog.appendChild(made("dl"));
      for (const [key, [says]] of Object.entries(keys)) {
        list.appendChild(made("dt")).append(made("kbd", key));
        list.append(made("dd", says));
      }
      dialog.addEventListener("click", () => dialog.close());
    }
    if (dialog.open) dialog.close(); else dialog.showModal();
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, textarea, select")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const act = Object.hasOwn(keys, event.key) && keys[event.key][1];
    if (!act || (one("dialog")?.open && event.key !== "?")) return;
    event.preventDefault();
    act();
  });

  // Where who serves a page tells what happens, it follows. Part for part is exchanged that differs, so that
  // what somebody has open, found or chosen stays; without, a page is as it lies there.
  const boxes = ["UL", "OL", "SECTION", "DIV", "TABLE", "TBODY"];
  const isBox = (it) => boxes.includes(it.tagName) && it.children.length > 0
    && [...it.childNodes].every((node) => node.nodeType === 1 || !node.data.trim());
  const head = (it) => it.cloneNode(false).outerHTML;
  const enter = (node, put) => {
    const page = node.cloneNode(true), here = document.importNode(node, true);
    put(page, here);
    pair(page, here);
    date(here);
  };
  const exchange = (past, node) => {
    const here = alive.get(past), chosen = document.activeElement;
    const isChosen = here.contains(chosen) && chosen;
    enter(node, (page, fresh) => {
      const opened = all("details", here).map((it) => it.open);
      all("details", fresh).forEach((it, at) => { if (at in opened) it.open = opened[at]; });
      const places = all("a, button, summary, [tabindex]", here);
      past.replaceWith(page);
      here.replaceWith(fresh);
      if (isChosen) all("a, button, summary, [tabindex]", fresh)[places.indexOf(chosen)]?.focus({ preventScroll: true });
    });
  };
  const renew = (past, now) => {
    const old = [...past.children], fresh = [...now.children], most = Math.min(old.length, fresh.length);
    let start = 0, end = 0;
    while (start < most && old[start].isEqualNode(fresh[start])) start += 1;
    while (end < most - start && old.at(-1 - end).isEqualNode(fresh.at(-1 - end))) end += 1;
    const gone = old.slice(start, old.length - end), come = fresh.slice(start, fresh.length - end);
    if (gone.length === come.length) {
      come.forEach((node, at) => {
        const it = gone[at];
        if (isBox(it) && isBox(node) && head(it) === head(node)) renew(it, node); else exchange(it, node);
      });
      return;
    }
    const next = old[old.length - end], below = alive.get(past);
    for (const it of gone) { alive.get(it).remove(); it.remove(); }
    for (const node of come) {
      enter(node, (page, here) => {
        past.insertBefore(page, next ?? null);
        if (next) alive.get(next).before(here); else below.append(here);
      });
    }
  };
  const home = one(".crumbs a"), root = new URL(".", home ? home.href : location.href);
  const bot = location.pathname.slice(root.pathname.length).match(/^bots\/([^/]+)\//)?.[1];
  const runs = all("h2[id^='r#']").map((it) => it.id).join();
  let isAsking = false, isStale = false;
  // What somebody may do now; what they have typed stays, and so does what their last deed came to.
  const rearm = (page) => {
    const past = one(".served"), now = one(".served", page);
    const told = (it) => all("form", it).map((form) => form.getAttribute("action") + form.textContent).join();
    if (!past || !now || told(past) === told(now)) return;
    const bar = document.importNode(now, true), place = (it) => it.form?.getAttribute("action") + (it.name || it.textContent);
    const before = all("input:not([type=hidden]), button", past), chosen = before.indexOf(document.activeElement);
    for (const it of all("input:not([type=hidden])", bar)) it.value = before.find((one) => place(one) === place(it))?.value ?? "";
    const words = one("[role=status]", past);
    if (words) bar.append(words);
    past.replaceWith(bar);
    if (chosen >= 0) (all("input, button", bar).find((it) => place(it) === place(before[chosen])) ?? one("button", bar))?.focus({ preventScroll: true });
  };
  const refresh = async () => {
    isStale = isAsking;
    if (isAsking) return;
    isAsking = true;
    try {
      const answer = await fetch(location.pathname, { cache: "no-cache" });
      const page = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
      if (page) {
        const to = page.documentElement.dataset.to;
        if (to) return location.replace(to);
        // What is told as it happens is newer than the page of what runs.
        const running = all("h2[id^='r#']", page).map((it) => it.id).join();
        if (!again || running !== runs) renew(sent, one("main", page));
        rearm(page);
        document.title = page.title;
        one("link[rel=icon]").href = one("link[rel=icon]", page).href;
        [items, texts] = [collect()];
        stopAt();
        if (field?.value) find();
      }
    } catch { } finally { isAsking = false; }
    if (isStale) refresh();
  };
  const follow = () => {
    const sign = made("span", "", "muted live");
    sign.role = "status";
    const source = new EventSource(new URL("api/events" + (bot ? "/" + bot : ""), root));
    const on = (kind, take) => source.addEventListener(kind, (event) => take(JSON.parse(event.data)));
    const section = (it) => document.getElementById("r#" + it.number)?.closest("section");
    source.onopen = () => {
      isLive = true;
      upper.append(sign);
      one(".again")?.remove();
      sign.textContent = "live";
      const note = one("p.now .as-of");
      if (note) note.parentElement.hidden = true;
      refresh();
    };
    source.onerror = () => { isLive = false; if (sign.isConnected) sign.textContent = "not connected"; };
    for (const kind of ["site", "queue", "settled"]) on(kind, () => refresh());
    on("phase", (it) => {
      const place = section(it), title = place && one("h2", place);
      if (title) title.textContent = title.textContent.replace(/: .*$/s, "") + ": " + it.words;
      if (place && it.total) one("rect.time", place)?.setAttribute("width", Math.min(100, it.done / it.total * 100));
      const around = bot ? main : all(".bots > .bot").find((one) => one.querySelector(`a[href^="bots/${encodeURIComponent(it.bot)}/"]`));
      for (const line of around ? all("p.now", around) : []) {
        const number = one("a strong", line), since = one(".muted", line)?.previousSibling;
        if (number?.textContent === "#" + it.number && since?.nodeType === 3) since.data = `, ${it.words} `;
      }
    });
    on("failure", (it) => {
      const place = section(it);
      if (!place) return;
      let list = one("ul.issues", place);
      if (!list) {
        const title = made("h3", "Failures so far ");
        title.append(made("span", "", "count"));
        list = made("ul", "", "issues");
        const log = one("h3", place);
        if (log) log.before(title, list); else place.append(title, list);
      }
      one(".count", place).textContent = it.count;
      // The page may list it already, in other words.
      if (it.nth <= list.children.length) return;
      const item = list.appendChild(made("li", "", "issue")), line = item.appendChild(made("p"));
      const badge = line.appendChild(made("span", "", "badge failed"));
      badge.append(made("span", "✕"), " failed");
      badge.firstChild.ariaHidden = "true";
      line.append(" ", made("strong", it.test), " ", made("span", it.place, "place"));
      const message = item.appendChild(made("pre", it.message, "message"));
      message.tabIndex = 0;
    });
    on("log", (it) => {
      const place = section(it);
      if (!place) return;
      const log = place.log ??= tail(place, it);
      if (it.to > log.end) log.take(it);
    });
  };
  // What the tools print: as a terminal shows it, phase by phase, the end of it in sight unless somebody looks elsewhere.
  const tail = (place, first) => {
    const told = one("pre.output", place);
    told?.previousElementSibling.remove();
    const bar = made("p", "", "seek"), box = made("div", "", "output");
    const whole = made("a", "all of it so far"), seen = made("span", "", "muted");
    whole.href = new URL(`api/bots/${bot}/${first.number}/log`, root);
    const field = made("input");
    field.type = "search";
    field.placeholder = "Find in the log";
    seen.role = "status";
    bar.append(field, seen, whole);
    box.tabIndex = 0;
    told?.remove();
    place.append(made("h3", "Its log"), bar, box);
    let words = "", open = "", group = box, hue = "";
    const lines = (which = "") => all(".ll" + which, box);
    const sift = (line) => { line.hidden = !line.textContent.toLowerCase().includes(words); };
    const tell = () => { seen.textContent = words && `${lines(":not([hidden])").length} of ${lines().length}`; };
    const paint = (text, into) => {
      for (const piece of text.split(/(\x1b\[[0-9;]*m)/)) {
        const codes = piece.match(/^\x1b\[([0-9;]*)m$/);
        if (!codes) {
          const plain = shown(piece.replace(/\x1b(\[[0-9;?]*[A-Za-z])?|[\x00-\x08\x0b-\x1f]/g, ""));
          into.append(hue ? made("span", plain, hue) : plain);
          continue;
        }
        for (const code of codes[1].split(";")) {
          if (/^[34]8$/.test(code)) break;
          if (/^(0?|39)$/.test(code)) hue = "";
          else if (/^[39][0-7]$/.test(code)) hue = "k" + code[1];
        }
      }
    };
    const add = (text) => {
      const phase = text.match(/^==> ([a-z]+)$/)?.[1];
      if (phase) {
        // What is over is folded; who looks for something sees all.
        if (group !== box && !words) group.open = false;
        group = box.appendChild(made("details"));
        group.open = true;
        group.append(made("summary", phase));
        hue = "";
        return;
      }
      const line = group.appendChild(made("span", "", "ll"));
      paint(text, line);
      line.append("\n");
      sift(line);
    };
    field.oninput = () => {
      words = field.value.trim().toLowerCase();
      lines().forEach(sift);
      for (const it of all("details", box)) it.open ||= !!words;
      tell();
    };
    return {
      end: -1,
      take(it) {
        const isBelow = box.scrollTop + box.clientHeight > box.scrollHeight - 30;
        // What came along for somebody else is known here up to its end.
        if (it.from > this.end) {
          box.textContent = open = "";
          group = box;
          this.end = it.from;
        }
        const fresh = new TextEncoder().encode(it.text).slice(this.end - it.from);
        const parts = (open + new TextDecoder().decode(fresh)).split("\n");
        open = parts.pop();
        for (const part of parts) add(part.replace(/\r$/, ""));
        for (const line of lines().slice(0, -5000)) line.remove();
        this.end = it.to;
        tell();
        if (isBelow) box.scrollTop = box.scrollHeight;
      },
    };
  };
  upper && follow();
})();

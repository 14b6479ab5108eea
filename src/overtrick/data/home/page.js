"use strict";
/* The page: taps in, a sheet out. The state is the list of deals; everything shown is replayed from it. */
(function () {
  const byId = (id) => document.getElementById(id);
  const tables = JSON.parse(byId("tables").textContent);
  const words = JSON.parse(byId("words").textContent);
  const KEPT = "overtrick-home";
  const SUITS = ["♣", "♦", "♥", "♠", "NT"];
  const fresh = () => ({ level: null, strain: null, doubling: 0, side: null, over: 0, honours: null });
  let sheet = { format: "overtrick-home-sheet", version: 1, form: "rubber", law: tables.default, variant: "dealer", deals: [] };
  let past = [];
  let future = [];
  let chosen = fresh();
  let editing = null;

  function settings(of) {
    if (of.form === "rubber") return {};
    return { vulnerable: of.variant === "opponents" ? "opponents" : "dealer",
      part_scores: of.variant === "party" ? "party" : "carry", wheels: "any" };
  }

  const replay = (of) => overtrick[of.form](tables, of.law, of.deals, settings(of));

  function valid(data) {
    if (!data || data.format !== sheet.format || data.version !== 1 || !Array.isArray(data.deals)) return null;
    if (!["rubber", "chicago"].includes(data.form) || !Object.hasOwn(tables.codes, data.law)) return null;
    const read = { ...sheet, form: data.form, law: data.law, variant: String(data.variant), deals: data.deals };
    try {
      replay(read);
      return read;
    } catch {
      return null;
    }
  }

  function keep() {
    try {
      localStorage.setItem(KEPT, JSON.stringify(sheet));
    } catch {
      byId("why").textContent = ""; // a browser that keeps nothing still scores; export saves the sheet
    }
  }

  /* Every change goes through here: replayed first, so that what cannot be leaves the sheet as it was. */
  function change(next) {
    try {
      replay(next);
    } catch (error) {
      fault(error.message);
      return false;
    }
    past.push(sheet);
    future = [];
    sheet = next;
    fault("");
    keep();
    show();
    return true;
  }

  function fault(key) {
    byId("fault").textContent = key ? words[key === "finished" ? key : `${key}-fault`] || key : "";
  }

  function button(text, pressed, action, label) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    if (pressed !== null) made.setAttribute("aria-pressed", String(pressed));
    if (label) made.setAttribute("aria-label", label);
    made.addEventListener("click", action);
    return made;
  }

  function choices(field) {
    if (field === "level") return [1, 2, 3, 4, 5, 6, 7].map((value) => [value, String(value)]);
    if (field === "strain") return SUITS.map((text, value) => [value, text]);
    if (field === "doubling") return [[1, "X"], [2, "XX"]];
    if (field === "side") return [[0, words.we], [1, words.they]];
    if (field === "honours") {
      return [0, 1].flatMap((side) => [100, 150].map((points) => [`${side}:${points}`, `${side ? words.they : words.we} ${points}`]));
    }
    const level = chosen.level || 1;
    const range = [];
    for (let over = -(level + 6); over <= 7 - level; over += 1) range.push(over);
    return range.filter((over) => over >= -4 || chosen.more).map((over) => [over, over === 0 ? "=" : over > 0 ? `+${over}` : `−${-over}`])
      .concat(chosen.more ? [] : [["more", "−5…"]]);
  }

  function showKeys() {
    for (const group of document.querySelectorAll("[data-field]")) {
      const field = group.dataset.field;
      group.replaceChildren(...choices(field).map(([value, text]) => button(text, chosen[field] === value, () => {
        if (value === "more") chosen.more = true;
        else chosen[field] = chosen[field] === value && ["doubling", "honours"].includes(field) ? fresh()[field] : value;
        if (field === "level") chosen.over = Math.min(chosen.over, 7 - chosen.level);
        showKeys();
        const again = [...group.children].find((key) => key.textContent === text);
        if (again) again.focus();
      })));
    }
  }

  function dealOf() {
    if (chosen.level === null || chosen.strain === null || chosen.side === null) return null;
    const honours = [];
    if (chosen.honours) {
      const [side, points] = chosen.honours.split(":").map(Number);
      honours.push({ side, points });
    }
    return { side: chosen.side, level: chosen.level, strain: chosen.strain, doubling: chosen.doubling,
      tricks: chosen.level + 6 + chosen.over, honours };
  }

  function write(deal) {
    if (!deal) {
      fault("no-deal");
      return;
    }
    const deals = [...sheet.deals];
    if (editing === null) deals.push(deal);
    else deals[editing] = deal;
    if (change({ ...sheet, deals })) {
      chosen = fresh();
      editing = null;
      show();
    }
  }

  const name = (side) => (side ? words.they : words.we);

  function dealText(deal) {
    if (deal.passed) return words.passed;
    const over = deal.tricks - deal.level - 6;
    const result = over === 0 ? "=" : over > 0 ? `+${over}` : `−${-over}`;
    return `${deal.level}${SUITS[deal.strain]}${"X".repeat(deal.doubling)} ${name(deal.side)} ${result}`;
  }

  function why(entry) {
    const steps = entry.steps.length ? ` (${entry.steps.join(" + ")})` : "";
    const told = !["honours", "rubber", "part-score", "unfinished-game", "unfinished-part"].includes(entry.reason);
    const state = told ? `, ${entry.vulnerable ? words.vulnerable : words["not-vulnerable"]}` : "";
    const deal = sheet.deals[entry.deal - 1];
    return `${entry.points}: ${words[entry.reason]}${steps}${state}. ${words.deal} ${entry.deal}, ${deal ? dealText(deal) : ""}`;
  }

  function cell(entry) {
    const made = document.createElement("td");
    if (entry) {
      made.append(button(String(entry.points), null, () => {
        byId("why").textContent = why(entry);
      }, `${name(entry.side)} ${entry.points}, ${words[entry.reason]}`));
    }
    return made;
  }

  function row(kind, pair) {
    const made = document.createElement("tr");
    made.className = kind;
    made.append(...pair);
    return made;
  }

  function showPaper(now) {
    const table = document.createElement("table");
    const head = document.createElement("tr");
    for (const text of [words.we, words.they]) {
      const made = document.createElement("th");
      made.scope = "col";
      made.textContent = text;
      head.append(made);
    }
    table.append(head);
    const pairs = (list) => {
      const columns = [0, 1].map((side) => list.filter((entry) => entry.side === side));
      return Array.from({ length: Math.max(...columns.map((column) => column.length)) }, (_, place) => columns.map((column) => column[place]));
    };
    for (const pair of pairs(now.entries.filter((entry) => !entry.below)).reverse()) table.append(row("above", pair.map(cell)));
    let from = 0;
    let kind = "line";
    for (const end of [...now.ruled.map((rule) => rule.deal), sheet.deals.length]) {
      const block = pairs(now.entries.filter((entry) => entry.below && entry.deal > from && entry.deal <= end));
      block.forEach((pair, place) => {
        const last = place === block.length - 1 && now.ruled.some((rule) => rule.deal === end);
        table.append(row(`${kind}${last ? " ruled" : ""}`, pair.map(cell)));
        kind = "below";
      });
      from = end;
    }
    const totals = now.totals.map((points, side) => {
      const made = document.createElement("td");
      made.textContent = `${side ? "" : `${words.total} `}${points}`;
      return made;
    });
    table.append(row("total", totals));
    byId("paper").replaceChildren(table);
  }

  function showDeals() {
    byId("deals").replaceChildren(...sheet.deals.map((deal, place) => {
      const item = document.createElement("li");
      const label = `${words.deal} ${place + 1}`;
      const edit = button(words.edit, null, () => {
        editing = place;
        chosen = deal.passed ? fresh() : { level: deal.level, strain: deal.strain, doubling: deal.doubling, side: deal.side,
          over: deal.tricks - deal.level - 6, more: deal.tricks - deal.level - 6 < -4,
          honours: deal.honours && deal.honours.length ? `${deal.honours[0].side}:${deal.honours[0].points}` : null };
        show();
        byId("entry").scrollIntoView();
      }, `${words.edit}: ${label}`);
      const remove = button(words.remove, null, () => {
        editing = null;
        change({ ...sheet, deals: sheet.deals.filter((_, other) => other !== place) });
      }, `${words.remove}: ${label}`);
      edit.className = "mend";
      remove.className = "mend";
      item.append(`${dealText(deal)} `, edit, " ", remove);
      return item;
    }));
  }

  function show() {
    const now = replay(sheet);
    const sides = [0, 1].filter((side) => now.vulnerable[side]);
    const who = sides.length === 2 ? words.both : sides.length ? `${name(sides[0])} ${words.vulnerable}` : words.nobody;
    const settled = now.settled.join(" : ");
    const number = editing === null ? sheet.deals.length + 1 : editing + 1;
    byId("state").textContent = now.finished ? words.finished
      : `${words.deal} ${number}. ${who}.${settled === now.totals.join(" : ") ? "" : ` ${words.settle}: ${settled}`}`;
    byId("undo").disabled = !past.length;
    byId("redo").disabled = !future.length;
    byId("form").value = sheet.form;
    byId("law").value = sheet.law;
    byId("variant").value = sheet.variant;
    byId("variant").disabled = sheet.form === "rubber";
    showKeys();
    showPaper(now);
    showDeals();
  }

  function step(from, to) {
    if (!from.length) return;
    to.push(sheet);
    sheet = from.pop();
    editing = null;
    keep();
    show();
  }

  byId("law").append(...Object.keys(tables.codes).map((key) => new Option(tables.codes[key].name, key)));
  byId("entry").addEventListener("submit", (event) => {
    event.preventDefault();
    write(dealOf());
  });
  byId("pass").addEventListener("click", () => write({ passed: true, honours: [] }));
  byId("undo").addEventListener("click", () => step(past, future));
  byId("redo").addEventListener("click", () => step(future, past));
  byId("new").addEventListener("click", () => change({ ...sheet, deals: [] }));
  for (const field of ["form", "law", "variant"]) {
    byId(field).addEventListener("change", (event) => {
      if (!change({ ...sheet, [field]: event.target.value })) show();
    });
  }
  byId("export").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(sheet, null, 1)], { type: "application/json" }));
    link.download = "overtrick-sheet.json";
    link.click();
    URL.revokeObjectURL(link.href);
  });
  byId("import").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    let read = null;
    try {
      read = valid(JSON.parse(await file.text()));
    } catch {
      read = null;
    }
    if (read) change(read);
    else fault("import");
    event.target.value = "";
  });
  try {
    sheet = valid(JSON.parse(localStorage.getItem(KEPT))) || sheet;
  } catch {
    fault("");
  }
  if ("serviceWorker" in navigator && location.protocol === "https:") navigator.serviceWorker.register("sw.js");
  show();
})();

"use strict";
/* Drives the page in a frame as a player would and writes what was found into #found, as JSON. */
(async () => {
  const frame = document.querySelector("iframe");
  const view = () => frame.contentWindow;
  const page = () => frame.contentDocument;
  const byId = (id) => page().getElementById(id);
  const loaded = () => new Promise((done) => frame.addEventListener("load", done, { once: true }));
  const soon = () => new Promise((done) => setTimeout(done, 50));
  let taps = 0;
  const click = (key) => {
    taps += 1;
    key.click();
  };
  const press = (id) => click(byId(id));
  const key = (field, text) => [...page().querySelectorAll(`[data-field=${field}] button`)].find((one) => one.textContent === text);
  const deal = (...chosen) => {
    for (const [field, text] of chosen) click(key(field, text));
    press("write");
  };
  const fill = (id, text) => {
    byId(id).value = text;
    byId(id).dispatchEvent(new (view().Event)("change", { bubbles: true }));
  };
  const totals = () => [...page().querySelectorAll("tr.total td")].map((cell) => cell.textContent.replace("Total ", "")).join(":");
  const mend = (place, which) => click(page().querySelectorAll("#deals li")[place].querySelectorAll("button")[which]);
  const [we, they] = ["side", "side"].map((field, side) => [field, ["We", "They"][side]]);
  const found = {};

  async function axe(state) {
    if (!view().axe) {
      const script = page().createElement("script");
      script.textContent = document.getElementById("axe").textContent;
      page().head.append(script);
    }
    const told = await view().axe.run(page());
    found.axe = [...(found.axe || []), ...told.violations.map((one) => `${state}: ${one.id} ${one.nodes.map((node) => node.html).slice(0, 2)}`)];
    found.rules = Math.max(found.rules || 0, told.passes.length);
  }

  /* 320 px wide; 640 px, which is 1280 px at 200 %; a phone of 360 px at 200 %; and letters twice as large. */
  async function look(state) {
    found.looked = [...(found.looked || []), `${state}: ${page().documentElement.lang} ${page().querySelectorAll("h2").length}`];
    for (const [width, letters] of [[320, 100], [640, 100], [180, 100], [320, 200], [640, 200], [360, 100]]) {
      frame.style.width = `${width}px`;
      page().documentElement.style.fontSize = `${letters}%`;
      const root = page().documentElement;
      if (root.scrollWidth > root.clientWidth) found.over = [...(found.over || []), `${state} ${width} ${letters}`];
      const small = [...page().querySelectorAll("button, select, input, summary")].filter((one) => one.offsetParent)
        .filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < 48);
      if (small.length) found.small = [...(found.small || []), `${state} ${width} ${small[0].outerHTML}`];
    }
    page().documentElement.style.fontSize = "";
    if (document.getElementById("axe")) await axe(state);
  }

  async function walk() {
    await look("empty");
    taps = 0;
    deal(["level", "2"], ["strain", "NT"], we, ["over", "+1"]);
    found.taps = taps;
    taps = 0;
    deal(["level", "4"], ["strain", "♥"], ["doubling", "X"], they, ["over", "+1"], ["honours", "They 100"]);
    found.most = taps;
    found.two = totals();
    page().querySelector("td button").click();
    found.why = byId("why").textContent;
    fill("we", "Ann & Cid");
    fill("they", "Bartholomew-Featherstonehaugh & Dot");
    found.head = page().querySelector("th").textContent;
    mend(0, 1);
    found.inserting = byId("state").textContent;
    await look("deals");
    deal(["level", "3"], ["strain", "NT"], ["side", "Ann & Cid"]);
    found.inserted = totals();
    mend(0, 2);
    found.removed = totals();
    press("undo");
    press("undo");
    press("redo");
    press("redo");
    found.redone = totals();
    mend(1, 0);
    press("cancel");
    byId("law").value = "rubber-1935";
    fill("law", "rubber-1935");
    fill("rule-honours", "no");
    fill("rule-rubber-in-two", "many");
    found.fault = byId("fault").textContent;
    fill("rule-rubber-in-two", "900");
    found.agreed = byId("agreed").textContent;
    found.house = totals();
    press("new");
    press("pass");
    deal(["level", "3"], ["strain", "NT"], ["side", "Ann & Cid"]);
    deal(["level", "3"], ["strain", "NT"], ["side", "Ann & Cid"]);
    found.rubber = totals();
    press("pass");
    found.after = [byId("fault").textContent !== "", totals()];
    page().querySelector("details").open = true;
    await look("finished");
    let kept = null;
    view().URL.createObjectURL = (blob) => {
      kept = blob;
      return "#";
    };
    press("export");
    const text = await kept.text();
    found.exported = text;
    press("new");
    const bring = async (words) => {
      const box = new (view().DataTransfer)();
      const file = new (view().File)([words], "sheet.json");
      box.items.add(file);
      byId("file").files = box.files;
      byId("file").dispatchEvent(new (view().Event)("change"));
      // The page reads the file in its own time and empties the field when it is done; virtual time does not wait.
      for (let tries = 0; byId("file").files.length && tries < 500; tries += 1) {
        await file.text();
        await soon();
      }
    };
    await bring("{}");
    await bring(text.replace('"level": 3', '"level": 9'));
    found.refused = [byId("fault").textContent !== "", totals()];
    await bring(text);
    found.imported = totals();
    const again = loaded();
    view().location.reload();
    await again;
    found.kept = [totals(), byId("undo").disabled];
    press("new");
    fill("form", "chicago");
    fill("rule-vulnerable", "opponents");
    deal(["level", "2"], ["strain", "♠"], ["side", "Ann & Cid"]);
    found.wheel = byId("state").textContent;
    page().querySelector("details").open = true;
    await look("chicago");
    for (const other of ["ru/index.html", "rubber.html", "chicago.html"]) {
      const here = loaded();
      frame.src = other;
      await here;
      await look(other);
    }
  }

  await loaded();
  try {
    await walk();
  } catch (error) {
    found.error = `${error} ${error.stack}`;
  }
  const told = document.createElement("pre");
  told.textContent = `found: ${JSON.stringify(found)} :end`;
  document.body.replaceChildren(told);
})();

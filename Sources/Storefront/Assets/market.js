// Makes pages faster in a browser with scripts. Without it every link and form does the same, one page at a time.

/** The addresses of the pages that a list consists of, each by its first row. */
const pageOfRow = new Map();

/** Lets elements begin where they are now: to a browser, those that more rows push out of sight have not moved. */
function layOutAnew(elements) {
  const free = elements.filter((element) => !element.contains(document.activeElement));
  for (const element of free) element.style.display = "none";
  document.body.getBoundingClientRect();
  for (const element of free) element.style.display = "";
}

/** Loads more rows of a list before its end is reached: twice by itself, then when the reader asks for them. */
function loadMore(list, nav) {
  let link = nav.querySelector("#next");
  const label = link.dataset.more;
  const numbers = new Intl.NumberFormat(document.documentElement.lang);
  const status = document.getElementById("loaded");
  const size = list.children.length;
  const start = (Number(new URL(location).searchParams.get("page")) || 1) * size - size;
  let automatic = 2, pending = null, isTabbing = false, shown = start + size, last = list;
  pageOfRow.set(list.firstElementChild, location.href);

  const words = () => label.replace("{shown}", numbers.format(shown))
    .replace("{total}", numbers.format(link.dataset.total));

  /** Reads the next page once. One that is an error has no page, and the link then leads there; null without a connection. */
  const fetchNext = () => pending ??= fetch(link.href, { headers: { Accept: "text/html" } })
    .then(async (response) => {
      const text = await response.text();
      return { url: link.href, page: response.ok ? new DOMParser().parseFromString(text, "text/html") : null };
    })
    .catch(() => null);

  /** Says what a screen reader reads; a failure is seen, too. */
  const say = (text, isFailure) => {
    status.textContent = text;
    status.className = isFailure ? "count failure" : "unseen";
  };

  async function append(isAutomatic) {
    const next = await fetchNext();
    pending = null;
    if (!next?.page) {
      automatic = 0;
      if (!next) say(link.dataset.failed, true);
      return next;
    }
    // Rows move to later pages when items are added meanwhile.
    const rows = [...next.page.querySelectorAll("#items > li")].filter((row) => !document.getElementById(row.id));
    // A grid is laid out as a whole whenever it grows: it is followed by another one after so many rows, which fill the last line of
    // two to six columns.
    for (const row of rows) {
      if (last.children.length >= 60) {
        const next = list.cloneNode(false);
        next.removeAttribute("id");
        last.after(next);
        last = next;
      }
      last.append(row);
    }
    if (isAutomatic) layOutAnew([nav, document.querySelector("footer")]);
    shown += rows.length;
    const following = next.page.getElementById("next");
    if (rows[0]) {
      pageOfRow.set(rows[0], next.url);
      seen.observe(rows[0]);
    }
    if (following) {
      link.dataset.total = following.dataset.total;
      link.href = following.getAttribute("href");
      link.textContent = words();
      watchEnd();
    } else {
      // A list that began in the middle has pages before it.
      (nav.querySelector("[rel=prev]") ? link : nav).remove();
    }
    say(words().split("·").pop().trim(), false);
    return { ...next, first: rows[0] };
  }

  // Four lines before the end the next page is fetched.
  const ahead = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting) || isTabbing) return;
    ahead.disconnect();
    fetchNext();
  });
  // It is shown, as long as that happens by itself, before the end comes into sight.
  const end = new IntersectionObserver(async (entries) => {
    if (!entries.some((entry) => entry.isIntersecting) || isTabbing || automatic === 0) return;
    end.disconnect();
    automatic -= 1;
    await append(true);
  }, { rootMargin: "0px 0px 50% 0px" });
  const watchEnd = () => {
    const columns = getComputedStyle(last).gridTemplateColumns.split(" ").length;
    const rows = document.querySelectorAll(".items > li");
    ahead.disconnect();
    end.disconnect();
    ahead.observe(rows[Math.max(0, rows.length - 4 * columns)]);
    end.observe(rows[rows.length - 1]);
  };

  // The address is that of the page whose rows are seen, so that it can be shared and loaded again: of the last one whose first row
  // is above the middle of the window, or further up.
  const passed = new Set();
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (entry.isIntersecting) passed.add(entry.target);
      else passed.delete(entry.target);
    }
    const row = [...pageOfRow.keys()].findLast((row) => passed.has(row)) ?? list.firstElementChild;
    const url = pageOfRow.get(row);
    if (url && url !== location.href) history.replaceState(history.state, "", url);
  }, { rootMargin: "1000000px 0px -50% 0px" });
  seen.observe(list.firstElementChild);

  // Moving the focus scrolls the page, and is no wish for more rows: the footer stays within reach.
  const resume = () => {
    if (!isTabbing) return;
    isTabbing = false;
    watchEnd();
  };
  addEventListener("keydown", (event) => {
    if (event.key === "Tab") isTabbing = true;
    else resume();
  });
  for (const type of ["wheel", "touchmove", "pointerdown"]) addEventListener(type, resume, { passive: true });
  link.addEventListener("click", async (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const next = await append(false);
    if (next && !next.page) location.href = next.url;
    next?.first?.querySelector("a")?.focus({ preventScroll: true });
  });
  nav.querySelector("p")?.remove();
  link.textContent = words();
  // A first visit that ends at the top asks for nothing more.
  if (document.documentElement.scrollHeight > innerHeight) addEventListener("scroll", watchEnd, { once: true, passive: true });
  else watchEnd();
}

/** Fetches a page of this server when a link to it has been pointed at for a moment. */
function prefetchPages() {
  if (navigator.connection?.saveData) return;
  const fetched = new Set([location.href]);
  let timer = 0;
  addEventListener("pointerover", (event) => {
    clearTimeout(timer);
    const link = event.target.closest?.("a[href]");
    // A whole image has megabytes.
    if (!link || link.closest("#photos") || link.origin !== location.origin || link.hash || fetched.size > 40) return;
    // Pages of sellers check a password.
    if (link.relList.contains("nofollow")) return;
    if (["lang", "view", "scroll"].some((name) => new URL(link).searchParams.has(name))) return;
    timer = setTimeout(() => {
      if (fetched.has(link.href)) return;
      fetched.add(link.href);
      const hint = document.createElement("link");
      hint.rel = "prefetch";
      hint.href = link.href;
      document.head.append(hint);
    }, 100);
  }, { passive: true });
}

/** Offers what was searched for before, on this device alone. */
function rememberSearches(form) {
  const key = "searches", most = 8, input = form.elements.q;
  let searches = [];
  try {
    searches = JSON.parse(localStorage.getItem(key)) ?? [];
  } catch {}
  if (!Array.isArray(searches)) searches = [];
  const options = document.createElement("datalist");
  options.id = "searches";
  options.append(...searches.slice(0, most).map((text) => new Option(String(text))));
  form.append(options);
  input.setAttribute("list", options.id);
  form.addEventListener("submit", () => {
    const text = input.value.trim();
    if (text === "") return;
    const rest = searches.filter((other) => other !== text);
    try {
      localStorage.setItem(key, JSON.stringify([text, ...rest].slice(0, most)));
    } catch {}
  });
}

/** Turns the images of an item by buttons, keys and the links below them. */
function turnImages(strip) {
  const rows = [...strip.children], links = [...document.querySelectorAll(".thumbs a")];
  if (rows.length < 2) return;
  // `target` is where the strip scrolls to: a second step before it is there goes on from that.
  let shown = 0, target = 0, isTurned = false;
  const show = (index) => {
    target = Math.min(Math.max(index, 0), rows.length - 1);
    isTurned = true;
    strip.scrollTo({ left: rows[target].offsetLeft - strip.offsetLeft });
  };
  const button = (name, label, sign, step) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = name;
    button.setAttribute("aria-label", label);
    button.textContent = sign;
    button.addEventListener("click", () => show(target + step));
    strip.after(button);
    return button;
  };
  const after = button("after", strip.dataset.next, "›", 1);
  const before = button("before", strip.dataset.previous, "‹", -1);
  const mark = () => {
    shown = Math.round(strip.scrollLeft / strip.clientWidth);
    if (!isTurned) target = shown;
    const focused = document.activeElement;
    before.hidden = shown === 0;
    after.hidden = shown === rows.length - 1;
    // A button that is hidden would lose the focus.
    if (focused.hidden && focused === after) before.focus({ preventScroll: true });
    if (focused.hidden && focused === before) after.focus({ preventScroll: true });
    links.forEach((link, index) => index === shown
      ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current"));
  };
  strip.addEventListener("scroll", mark, { passive: true });
  for (const type of ["wheel", "touchstart", "pointerdown"]) {
    strip.addEventListener(type, () => { isTurned = false; }, { passive: true });
  }
  // A link that gets the focus is in view at once, also while the strip still turns.
  strip.addEventListener("focusin", ({ target: link }) => {
    const index = rows.findIndex((row) => row.contains(link));
    if (index < 0) return;
    target = index;
    strip.scrollTo({ left: rows[index].offsetLeft - strip.offsetLeft, behavior: "instant" });
  });
  strip.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    show(target + step);
  });
  links.forEach((link, index) => link.addEventListener("click", (event) => {
    event.preventDefault();
    show(index);
  }));
  mark();
}

/** Shows an image whole over the page of its item: Escape, the button and a press on it lead back to the link. */
function enlarge(link) {
  const dialog = document.createElement("dialog"), button = document.createElement("button"), image = new Image();
  dialog.className = "enlarged";
  image.src = link.href;
  image.alt = link.querySelector("img").alt;
  dialog.setAttribute("aria-label", image.alt);
  button.type = "button";
  button.textContent = "×";
  button.setAttribute("aria-label", link.closest("#photos").dataset.close);
  dialog.append(button, image);
  dialog.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Shows what changes in the market while the page is seen: everything where it stands, and new rows behind a link. */
function followChanges(main) {
  const goods = document.querySelector(".goods[data-page]");
  if (!goods && !document.querySelector(".items, .sheet, .inventory, .ranking, .empty:not(.error)")) return;
  const numbers = new Intl.NumberFormat(document.documentElement.lang);
  const paragraph = (name) => {
    const paragraph = document.createElement("p");
    paragraph.className = name;
    paragraph.setAttribute("role", "status");
    main.prepend(paragraph);
    return paragraph;
  };
  const news = paragraph("news"), said = paragraph("unseen");
  const top = document.querySelector(".items > li[id], :is(.sheet, .inventory) tbody > tr");
  if (top) pageOfRow.set(top, location.href);
  // A table of all items is read again part by part.
  const sheet = document.querySelector(".sheet table");
  if (sheet && !new URL(location).searchParams.has("page")) {
    [...sheet.tBodies[0].rows].forEach((row, index) => {
      const part = new URL(location), place = index / sheet.dataset.limit + 1;
      part.searchParams.set("page", place);
      if (Number.isInteger(place)) pageOfRow.set(row, part.href);
    });
  }
  const newest = Number(document.querySelector("[data-newest]")?.dataset.newest ?? 0);
  // Parts that are shown once the focus has left the element that they replace.
  const waiting = new Map();
  let turn = null, channel = null, source = null, number = document.documentElement.dataset.number, timer = 0, changed = 0;

  /** Whether two elements have the same facts: their version says it, or what they contain. */
  const isSame = (one, other) => one.dataset.part && other.dataset.part
    ? one.dataset.part === other.dataset.part : one.innerHTML === other.innerHTML;

  /** Whether the reader is at it, or has begun to fill in a form. */
  const isInUse = (element) => element.contains(document.activeElement)
    || [...element.querySelectorAll("input:not([type=hidden]), textarea")].some((field) => field.value !== field.defaultValue)
    || element.querySelector("[aria-invalid], [role=alert]") !== null;

  /** Runs `work` on an element, at once or when it is no longer in use, and marks the element for some seconds. */
  function change(element, work) {
    if (isInUse(element)) {
      waiting.set(element, work);
      return;
    }
    waiting.delete(element);
    work();
    changed += 1;
    element.classList.add("changed");
    setTimeout(() => element.classList.remove("changed"), 5000);
  }

  /** Takes over what differs. */
  function renew(present, next) {
    if (isSame(present, next)) {
      waiting.delete(present);
      return;
    }
    change(present, () => {
      const open = [...present.querySelectorAll("details")].map((details) => details.open);
      present.replaceChildren(...next.childNodes);
      present.querySelectorAll("details").forEach((details, index) => { details.open ||= open[index] ?? false; });
      present.className = next.className;
      if (next.dataset.part) present.dataset.part = next.dataset.part;
      if (next.id) present.id = next.id;
    });
  }

  /** Takes over what differs in the parts of an element, and parts that are added or removed. */
  function merge(present, next) {
    const key = (part) => part.id || part.className.replace("changed", "").trim() || part.tagName;
    const known = new Map([...present.children].map((part) => [key(part), part]));
    let last = null;
    for (const part of [...next.children]) {
      const own = known.get(key(part));
      known.delete(key(part));
      if (!own) last ? last.after(part) : present.prepend(part);
      else if (own.matches(".gallery")) renewGallery(own, part);
      else if (own.matches(".facts, .reviews, .opinions")) merge(own, part);
      else renew(own, part);
      if (!own) changed += 1;
      last = own ?? part;
    }
    for (const part of known.values()) {
      if (isInUse(part) || part.matches(".notice")) continue;
      part.remove();
      changed += 1;
    }
  }

  /** Takes over other images; those that are the same stay where the reader has turned them to. */
  function renewGallery(present, next) {
    const images = (gallery) => [...gallery.querySelectorAll("img")];
    const names = (gallery) => images(gallery).map((image) => image.getAttribute("src")).join();
    if (names(present) !== names(next)) {
      change(present, () => {
        present.replaceChildren(...next.childNodes);
        const photos = present.querySelector("#photos");
        if (photos) turnImages(photos);
      });
    } else if (names(next)) {
      const others = images(next);
      images(present).forEach((image, index) => { image.alt = others[index].alt; });
    } else {
      renew(present, next);
    }
  }

  /** A page of the market: null without a connection, and without contents where there is no such page. */
  const read = async (url) => {
    try {
      const response = await fetch(url, { headers: { Accept: "text/html" }, cache: "no-cache" });
      const page = response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
      return { status: response.status, page };
    } catch {
      return null;
    }
  };

  async function refreshItem() {
    const own = goods.dataset.page;
    const { status, page } = await read(own + (location.pathname === own ? location.search : "")) ?? {};
    const others = page?.querySelector(".goods");
    if (others) {
      document.title = page.title;
      merge(goods, others);
    }
    const words = status === 404 ? goods.dataset.gone : "";
    if ((others || words) && news.textContent !== words) news.textContent = words;
    return status !== undefined;
  }

  const rowsOf = (page) => [...page.querySelectorAll(".items > li[id], :is(.sheet, .inventory) tbody > tr")];

  /** The pages whose rows are in sight, at most three, with these rows. */
  function pagesInSight() {
    const rows = rowsOf(document), pages = new Map();
    let url = location.href, page = [];
    for (const row of rows) {
      if (pageOfRow.has(row) || !page.length) {
        url = pageOfRow.get(row) ?? url;
        page = [];
        pages.set(url, page);
      }
      page.push(row);
    }
    const seen = [...pages].filter(([, rows]) => rows[0].getBoundingClientRect().top < innerHeight
      && rows.at(-1).getBoundingClientRect().bottom > 0);
    return seen.length ? seen.slice(0, 3) : [...pages].slice(-1);
  }

  /** Marks a row whose item is gone, or takes over what has changed in one that stands on another page now. */
  async function checkMissing(row) {
    const { status, page } = await read(row.querySelector("a").href) ?? {};
    const facts = row.querySelector(".facts"), others = page?.querySelector(".goods > .facts");
    if (status === 404) {
      change(row, () => {
        row.classList.add("gone", "ended");
        const words = row.querySelector(".sold-out") ?? document.createElement("p");
        words.className = "sold-out";
        words.textContent = main.dataset.ended;
        if (facts) facts.append(words);
        else row.cells[3].replaceChildren(words);
      });
    } else if (facts && others) {
      for (const name of [".price", ".sold-out"]) {
        const own = facts.querySelector(name), other = others.querySelector(name);
        if (own?.innerHTML === other?.innerHTML) continue;
        change(row, () => own ? own.replaceWith(other ?? "") : facts.append(other));
        // Its version is that of a row in its list.
        delete row.dataset.part;
      }
    }
  }

  /** Takes over a ranking place by place, so that nothing moves. */
  function renewRanking(page) {
    const own = document.querySelector(".ranking > div"), other = page.querySelector(".ranking > div");
    const calendars = [document, page].map((page) => page.querySelector(".calendar"));
    if (calendars[0] && calendars[1]) renew(...calendars);
    const list = own.querySelector("#items"), others = [...other.querySelectorAll("#items > li")];
    if (!list || !others.length) {
      renew(own, other);
      return;
    }
    const places = [...list.children];
    others.forEach((place, index) => {
      if (places[index]) {
        renew(places[index], place);
        return;
      }
      list.append(place);
      changed += 1;
    });
    for (const place of places.slice(others.length)) place.remove();
  }

  async function refreshList() {
    const seen = pagesInSight();
    const first = new URL(seen[0]?.[0] ?? location.href), whole = new URL(first);
    whole.searchParams.delete("page");
    if (sheet) first.searchParams.set("page", 1);
    else first.searchParams.delete("page");
    const urls = [...new Set([first.href, ...seen.map(([url]) => url)])];
    const results = await Promise.all(urls.map(read));
    const pages = results.flatMap((result) => result?.page ?? []);
    if (!pages.length) return !results.includes(null);
    const count = document.querySelector(".heading > .count"), other = pages[0].querySelector(".heading > .count");
    if (count && other) count.textContent = other.textContent;
    if (document.querySelector(".ranking")) {
      renewRanking(pages[0]);
      return true;
    }
    const empty = document.querySelector(".empty"), isFilled = rowsOf(pages[0]).length > 0;
    if (empty) {
      if (!isFilled) return true;
      const parts = [...pages[0].querySelector("#main > .wide").children];
      empty.replaceWith(...parts.filter((part) => !part.matches(".heading, .filters")));
      changed += rowsOf(document).length;
      startList();
      return true;
    }
    // The last rows have moved to the next page when others were added before them.
    const shown = seen.flatMap(([, rows]) => rows), following = pages.at(-1).getElementById("next");
    if (following && !pages.at(-1).getElementById(shown.at(-1)?.id)) {
      const result = await read(following.href);
      if (result?.page) pages.push(result.page);
    }
    const rows = pages.flatMap(rowsOf), ids = new Set(rows.map((row) => row.id));
    const added = new Set(rows.filter((row) => !document.getElementById(row.id) && Number(row.id.slice(1)) > newest).map((row) => row.id));
    for (const row of rows) {
      const own = document.getElementById(row.id);
      if (own) renew(own, row);
    }
    if (added.size) {
      const link = document.createElement("a");
      link.href = whole.href;
      link.textContent = main.dataset.news.replace("{count}", numbers.format(added.size));
      if (news.textContent !== link.textContent) news.replaceChildren(link);
    } else {
      news.replaceChildren();
    }
    const missing = shown.filter((row) => !ids.has(row.id) && !row.classList.contains("ended"));
    await Promise.all(missing.slice(0, 20).map(checkMissing));
    return !results.includes(null);
  }

  /** The price and the stock of the item of this page. */
  const offer = () => [...document.querySelectorAll(".goods > .facts > :is(.price, .stock, .sold-out)")]
    .map((part) => part.textContent).join();
  let told = offer();

  /** Says politely what has changed since it was said last. */
  function tell() {
    const isOffer = told !== offer();
    const words = goods ? isOffer && goods.dataset.changed
      : changed && main.dataset.changed.replace("{count}", numbers.format(changed));
    told = offer();
    changed = 0;
    if (!words) return;
    // A reader says only what differs from before.
    said.textContent = "";
    setTimeout(() => { said.textContent = words; }, 100);
  }

  async function refresh() {
    const isDone = await (goods ? refreshItem() : refreshList());
    tell();
    // Without a connection what has changed is still to be shown.
    if (!isDone) timer = setTimeout(refresh, 5000);
  }

  document.addEventListener("focusout", () => setTimeout(() => {
    for (const [element, work] of waiting) {
      if (element.isConnected) change(element, work);
      else waiting.delete(element);
    }
    tell();
  }));

  /** Takes over what has changed up to a number. */
  function hear(next) {
    number = next;
    clearTimeout(timer);
    // Not all pages that are open ask in the same moment.
    timer = setTimeout(refresh, Math.random() * 1000);
  }

  function listen() {
    source = new EventSource("/changes" + (number ? `?since=${number}` : ""));
    source.addEventListener("begin", (event) => number = event.lastEventId);
    source.addEventListener("message", (event) => {
      hear(event.lastEventId);
      channel?.postMessage(number);
    });
    source.addEventListener("error", () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      close();
      setTimeout(open, 10000);
    });
  }

  // A browser has six connections to a server for all of its windows: one that is seen listens, and tells the others.
  function open() {
    if (turn || document.hidden) return;
    const own = turn = new AbortController();
    if (!navigator.locks || !window.BroadcastChannel) {
      listen();
      return;
    }
    channel = new BroadcastChannel("changes");
    channel.addEventListener("message", ({ data }) => {
      if (!data) source && number && channel.postMessage(number);
      else if (!number) number = data;
      else if (Number(data) > Number(number)) hear(data);
    });
    channel.postMessage("");
    navigator.locks.request("changes", { signal: own.signal }, () => {
      if (own.signal.aborted) return null;
      listen();
      return new Promise((leave) => own.signal.addEventListener("abort", leave));
    }).catch(() => {});
  }
  function close() {
    turn?.abort();
    channel?.close();
    source?.close();
    turn = channel = source = null;
  }
  document.addEventListener("visibilitychange", () => document.hidden ? close() : open());
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => {
    if (event.persisted) refresh();
    setTimeout(open, 1000);
  });
}

function startList() {
  const list = document.getElementById("items"), more = document.querySelector(".turn:has(#next)");
  if (list && more && document.documentElement.dataset.scroll === "on") loadMore(list, more);
}

/** Applies a choice in the form of a list at once where a pointer makes it: by keys a choice passes others before it. */
function applyChoices(form) {
  let isPointing = false;
  addEventListener("keydown", () => { isPointing = false; }, true);
  addEventListener("pointerdown", () => { isPointing = true; }, true);
  form.addEventListener("change", () => { if (isPointing) form.requestSubmit(); });
  // A page that a browser has kept has the choice that led away from it.
  addEventListener("pageshow", (event) => { if (event.persisted) form.reset(); });
}

/** Offers to send the address of an item by what the device has for it. */
function offerToShare(actions) {
  if (!actions || !navigator.share) return;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "quiet";
  button.textContent = actions.dataset.share;
  button.addEventListener("click", () => navigator.share({ title: document.title, url: location.href }).catch(() => {}));
  actions.append(button);
}

/** Prints the page; a table in parts with the rows of all parts, at most ten thousand. */
async function printAll(button) {
  const rows = document.querySelector(".sheet tbody");
  const place = document.querySelector(".turn p");
  let next = rows && document.querySelector(".turn [rel=next]")?.href;
  button.disabled = true;
  for (let part = 0; next && part < 50; part += 1) {
    const response = await fetch(next, { headers: { Accept: "text/html" } }).catch(() => null);
    if (!response?.ok) break;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    rows.append(...[...page.querySelectorAll(".sheet tbody > tr")].filter((row) => !document.getElementById(row.id)));
    next = page.querySelector(".turn [rel=next]")?.getAttribute("href");
    // Rows that are left out are told on paper, too.
    const [end] = page.querySelector(".turn p").textContent.match(/–[\d,]+/) ?? [];
    if (end) place.textContent = place.textContent.replace(/–[\d,]+/, end);
  }
  button.disabled = false;
  if (rows && !next) document.querySelector(".turn")?.remove();
  print();
}

/** Shows the title of an item over an image that cannot be loaded; the image stays, by which parts of a page are compared. */
function coverBroken(image) {
  const place = image.closest(":is(.card, .inventory) .photo, #photos a, .thumbs a");
  if (!place || place.querySelector(".tile")) return;
  const tile = document.createElement("span"), title = document.createElement("span");
  tile.className = "tile tint0";
  tile.setAttribute("aria-hidden", "true");
  tile.append(title);
  title.textContent = place.closest(".card, tr, .goods").querySelector("h1, h2, th a").textContent;
  image.classList.add("broken");
  image.after(tile);
}

addEventListener("error", (event) => { if (event.target.tagName === "IMG") coverBroken(event.target); }, true);
// An image that is not requested yet, because it is out of sight, is not complete.
for (const image of document.images) if (image.complete && image.naturalWidth === 0) coverBroken(image);
const printing = document.querySelector("button.print");
printing?.addEventListener("click", () => printAll(printing));
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("#photos a");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  enlarge(link);
});
startList();
offerToShare(document.querySelector("[data-share]"));
const photos = document.getElementById("photos");
if (photos) turnImages(photos);
const search = document.querySelector("form.search");
if (search) rememberSearches(search);
const filters = document.querySelector("form.filters");
if (filters) applyChoices(filters);
prefetchPages();
followChanges(document.getElementById("main"));
// A form that was refused is not sent again by Back, and by Reload: the entry of its page becomes one to read.
history.replaceState(history.state, "", location.href);
// A page that a browser has kept is as it was before its form was sent: it gets a new key, and the item as it is now.
addEventListener("pageshow", (event) => {
  if (event.persisted && document.querySelector("input[name=token], input[name=key]")) location.reload();
});

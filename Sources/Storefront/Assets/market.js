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
      nav.remove();
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

  // The address is that of the page whose rows are seen, so that it can be shared and loaded again.
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const isAbove = entry.boundingClientRect.top < innerHeight / 2;
      const rows = [...pageOfRow.keys()];
      const index = rows.indexOf(entry.target) - (entry.isIntersecting || isAbove ? 0 : 1);
      const url = pageOfRow.get(rows[Math.max(0, index)]);
      if (url && url !== location.href) history.replaceState(history.state, "", url);
    }
  });
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
    if (!link || link.origin !== location.origin || link.hash || fetched.size > 40) return;
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
  let shown = 0;
  const show = (index) => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    strip.scrollTo({ left: row.offsetLeft - strip.offsetLeft });
  };
  const button = (name, label, sign, step) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = name;
    button.setAttribute("aria-label", label);
    button.textContent = sign;
    button.addEventListener("click", () => show(shown + step));
    strip.after(button);
    return button;
  };
  const after = button("after", strip.dataset.next, "›", 1);
  const before = button("before", strip.dataset.previous, "‹", -1);
  const mark = () => {
    shown = Math.round(strip.scrollLeft / strip.clientWidth);
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
  strip.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    show(shown + step);
  });
  links.forEach((link, index) => link.addEventListener("click", (event) => {
    event.preventDefault();
    show(index);
  }));
  mark();
}

/** Shows what changes in the market while the page is seen: rows where they stand, and new ones behind a link. */
function followChanges(main) {
  const status = document.createElement("p");
  status.className = "news wide";
  status.setAttribute("role", "status");
  main.prepend(status);
  let source = null, number = document.documentElement.dataset.number, timer = 0;

  /** Takes over what differs, and marks it for some seconds. What has the focus, or a form, stays as it is. */
  function renew(present, next) {
    if (!next || present.innerHTML === next.innerHTML) return;
    if (present.contains(document.activeElement) || present.querySelector("form")) return;
    present.replaceChildren(...next.childNodes);
    present.className = next.className;
    present.classList.add("changed");
    setTimeout(() => present.classList.remove("changed"), 5000);
  }

  function show(page) {
    for (const row of document.querySelectorAll(".items > li")) renew(row, page.getElementById(row.id));
    const facts = document.querySelector(".goods > .facts"), others = page.querySelector(".goods > .facts");
    // The list of details has the age of the item, which changes all the time.
    const parts = (element) => [...element?.children ?? []].filter((part) => part.tagName !== "DL");
    if (facts && parts(facts).length === parts(others).length) {
      parts(facts).forEach((part, index) => renew(part, parts(others)[index]));
    }
    const count = [...page.querySelectorAll("#items > li")].filter((row) => !document.getElementById(row.id)).length;
    if (count === 0 || !document.getElementById("items")) return;
    const link = document.createElement("a");
    link.href = location.href;
    link.textContent = main.dataset.news.replace("{count}", new Intl.NumberFormat(document.documentElement.lang).format(count));
    status.replaceChildren(link);
  }

  async function refresh() {
    const response = await fetch(location.href, { headers: { Accept: "text/html" }, cache: "no-cache" }).catch(() => null);
    // Without a connection what has changed is still to be shown.
    if (!response) timer = setTimeout(refresh, 5000);
    if (response?.ok) show(new DOMParser().parseFromString(await response.text(), "text/html"));
    else if (response?.status === 404) status.textContent = main.dataset.gone;
  }

  function open() {
    if (source || document.hidden) return;
    source = new EventSource("/changes" + (number ? `?since=${number}` : ""));
    source.addEventListener("begin", (event) => number = event.lastEventId);
    source.addEventListener("message", (event) => {
      number = event.lastEventId;
      clearTimeout(timer);
      // Not all pages that are open ask in the same moment.
      timer = setTimeout(refresh, Math.random() * 1000);
    });
    source.addEventListener("error", () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      close();
      setTimeout(open, 10000);
    });
  }
  function close() {
    source?.close();
    source = null;
  }
  document.addEventListener("visibilitychange", () => document.hidden ? close() : open());
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => {
    if (event.persisted) refresh();
    setTimeout(open, 1000);
  });
}

const list = document.getElementById("items"), more = document.querySelector(".turn:has(#next)");
if (list && more && document.documentElement.dataset.scroll === "on") loadMore(list, more);
const photos = document.getElementById("photos");
if (photos) turnImages(photos);
const search = document.querySelector("form.search");
if (search) rememberSearches(search);
prefetchPages();
followChanges(document.getElementById("main"));

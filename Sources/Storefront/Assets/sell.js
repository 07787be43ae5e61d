// Helps with the form of an item in a browser with scripts: images with previews, in the order that the seller wants, made smaller
// where they are above the limit, and progress while they are sent. Without it the form sends what was chosen, as it is.

const sides = [4096, 2880, 2048, 1440], quality = 0.88;

/**
 * A PNG or JPEG image of at most so many bytes, and pixels to a side where that is given: the file itself, or a JPEG of it in fewer
 * pixels; null for what is no image here.
 */
async function reduced(file, limit, largest) {
  const isKept = ["image/png", "image/jpeg"].includes(file.type) && file.size > 0 && file.size <= limit;
  if (isKept && !largest) return file;
  try {
    const bitmap = await createImageBitmap(file);
    if (isKept && Math.max(bitmap.width, bitmap.height) <= largest) return file;
    for (const side of largest ? [largest] : sides) {
      const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
      const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
      const context = canvas.getContext("2d");
      context.fillStyle = "#fff";
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      const blob = await canvas.convertToBlob({ type: "image/jpeg", quality });
      if (blob.size <= limit) return new File([blob], file.name.replace(/\.\w+$/, "") + ".jpg", { type: blob.type });
    }
  } catch {
    // Empty, or of a kind that this browser does not read.
  }
  return null;
}

/** Draws a preview: the policy of the pages allows no addresses of files. */
async function preview(file) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [192, 192];
  canvas.setAttribute("aria-hidden", "true");
  try {
    const bitmap = await createImageBitmap(file);
    const side = Math.min(bitmap.width, bitmap.height);
    canvas.getContext("2d").drawImage(
      bitmap, (bitmap.width - side) / 2, (bitmap.height - side) / 2, side, side, 0, 0, canvas.width, canvas.height);
    bitmap.close();
  } catch {
    canvas.classList.add("broken");
  }
  return canvas;
}

/**
 * - files: the images in their order: a file, or the id and the element of a present one. After an answer those of before, of which
 *   others may have taken some away meanwhile.
 */
function enhance(form, files = []) {
  const present = [...form.querySelectorAll(".present select")].filter((select) => select.value !== "remove")
    .sort((one, other) => one.value - other.value)
    .map((select) => ({ id: select.name.replace("place-", ""), image: select.closest("div").querySelector("img") }));
  files = files.filter((file) => file instanceof File || present.some(({ id }) => id === file.id));
  files.push(...present.filter(({ id }) => !files.some((file) => file.id === id)));
  form.querySelector(".present")?.setAttribute("hidden", "");
  const input = form.querySelector("input[type=file]");
  const { images, limit, side, label, earlier, later, remove, drop, many, noImage, empty, sent, failed } = input.dataset;
  const hint = document.createElement("p"), list = document.createElement("ol");
  const status = document.createElement("p"), bar = document.createElement("progress");
  const submit = form.querySelector("button[type=submit]");
  hint.className = "hint";
  hint.textContent = drop;
  list.className = "chosen";
  status.className = "status";
  status.setAttribute("role", "status");
  // Other kinds become JPEG.
  input.accept = "image/*";
  // The answer names every problem at once, and the images stay here meanwhile.
  form.noValidate = true;
  bar.max = 100;
  bar.hidden = true;
  bar.setAttribute("aria-label", submit.textContent);
  input.before(hint);
  input.after(list);
  submit.closest("p").after(bar, status);
  // The images are still here.
  if (files.some((file) => file instanceof File)) form.querySelector(".forgotten")?.remove();
  let dragged = null;

  // A present image has a number alone.
  const name = (index) => (files[index].id ? label.replace(/[:\s]*\{name\}/, "") : label.replace("{name}", files[index].name))
    .replace("{number}", index + 1);

  /** Its name is in words, which a pointer shows, too. */
  function button(row, sign, words, index, action, isDisabled) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = sign;
    button.title = words;
    button.disabled = isDisabled;
    button.setAttribute("aria-label", `${words}, ${name(index)}`);
    button.addEventListener("click", action);
    row.append(button);
  }

  function move(from, to, sign) {
    const [file] = files.splice(from, 1);
    files.splice(to, 0, file);
    show();
    status.textContent = name(to);
    if (!sign) return;
    const buttons = [...list.children[to].querySelectorAll("button:enabled")];
    (buttons.find((button) => button.textContent === sign) ?? buttons[0]).focus();
  }

  function show() {
    list.replaceChildren(...files.map((file, index) => {
      const row = document.createElement("li"), caption = document.createElement("span");
      row.draggable = true;
      caption.textContent = name(index);
      row.append(caption);
      if (file.id) row.prepend(file.image);
      else preview(file).then((canvas) => row.prepend(canvas));
      button(row, "←", earlier, index, () => move(index, index - 1, "←"), index === 0);
      button(row, "→", later, index, () => move(index, index + 1, "→"), index === files.length - 1);
      button(row, "✕", remove, index, () => {
        files.splice(index, 1);
        show();
        (list.children[Math.min(index, files.length - 1)]?.querySelector("button:enabled") ?? input).focus();
      }, false);
      row.addEventListener("dragstart", (event) => {
        dragged = index;
        event.dataTransfer.effectAllowed = "move";
      });
      row.addEventListener("dragend", () => { dragged = null; });
      row.addEventListener("dragover", (event) => { if (dragged !== null) event.preventDefault(); });
      row.addEventListener("drop", (event) => {
        if (dragged === null) return;
        event.preventDefault();
        move(dragged, index);
      });
      return row;
    }));
  }

  /** Says beside the field why files were refused. */
  function refuse(words) {
    let problem = form.querySelector(`#${CSS.escape(input.id)}-problem`);
    if (!problem && !words) return;
    if (!problem) {
      problem = document.createElement("p");
      problem.className = "problem";
      problem.id = `${input.id}-problem`;
      problem.setAttribute("role", "alert");
      hint.before(problem);
      input.setAttribute("aria-describedby", `${problem.id} ${input.getAttribute("aria-describedby") ?? ""}`.trim());
    }
    problem.textContent = words;
    problem.hidden = !words;
    if (words) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  async function add(chosen) {
    const problems = new Set();
    for (const file of chosen) {
      const image = await reduced(file, Number(limit), Number(side ?? 0));
      if (!image) problems.add((file.size ? noImage : empty).replace("{name}", file.name));
      else if (files.length >= Number(images)) problems.add(many);
      else files.push(image);
    }
    show();
    refuse([...problems].join(". "));
    status.textContent = files.length ? name(files.length - 1) : "";
  }

  input.addEventListener("change", async () => {
    const chosen = [...input.files];
    input.value = "";
    await add(chosen);
  });
  form.addEventListener("dragover", (event) => {
    if (event.dataTransfer.types.includes("Files")) event.preventDefault();
  });
  form.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    add([...event.dataTransfer.files]);
  });
  // Nothing needs to have the focus for it.
  const paste = (event) => {
    if (!form.isConnected) {
      document.removeEventListener("paste", paste);
      return;
    }
    if (!event.clipboardData.files.length) return;
    event.preventDefault();
    add([...event.clipboardData.files]);
  };
  document.addEventListener("paste", paste);

  /** Shows the forms to sign in and to begin above this one, which keeps its images and gets the token of the new session. */
  function askToSignIn(page) {
    const forms = [...page.querySelectorAll("form.sign-in")], problem = page.querySelector("[role=alert]");
    const signIn = document.createElement("div");
    signIn.className = "signing-in";
    signIn.append(...forms.map((form) => form.closest("details") ?? form));
    if (problem && !signIn.contains(problem)) signIn.prepend(problem);
    const former = form.previousElementSibling;
    former?.matches(".signing-in") ? former.replaceWith(signIn) : form.before(signIn);
    signIn.querySelector("#password")?.focus();
    signIn.addEventListener("submit", async (event) => {
      event.preventDefault();
      const { action } = event.target;
      const response = await fetch(action, { method: "POST", body: new FormData(event.target) }).catch(() => null);
      const page = new DOMParser().parseFromString(await response?.text() ?? "", "text/html");
      const token = page.querySelector("#goods-form [name=token]");
      if (page.querySelector("form.sign-in")) {
        askToSignIn(page);
        return;
      }
      status.textContent = page.querySelector("[role=alert] p, #problems li")?.textContent ?? failed;
      if (!token) return;
      form.elements.token.value = token.value;
      signIn.remove();
      submit.focus();
    });
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new FormData(form, event.submitter);
    data.delete(input.name);
    for (const file of files) if (!file.id) data.append(input.name, file);
    // Where no present image is shown all of them stay.
    if (form.querySelector(".present")) data.append("order", files.map((file) => file.id ?? 0).join(" "));
    const request = new XMLHttpRequest();
    const end = (words) => {
      submit.disabled = false;
      bar.hidden = true;
      status.textContent = words;
    };
    request.upload.addEventListener("progress", (event) => {
      if (!event.lengthComputable) return;
      bar.value = Math.round(100 * event.loaded / event.total);
      status.textContent = sent.replace("{percent}", bar.value);
    });
    request.addEventListener("error", () => end(failed));
    request.addEventListener("load", () => {
      if (request.status < 400) {
        location.assign(request.responseURL);
        return;
      }
      const page = new DOMParser().parseFromString(request.responseText, "text/html");
      const next = page.getElementById("main");
      // A page of another server, such as a proxy's.
      if (!next) return end(failed);
      // A page without this form, to sign in for example, is not this one: what was typed stays here.
      const form = next.querySelector("#goods-form");
      if (next.querySelector("form.sign-in")) {
        askToSignIn(next);
        end("");
        return;
      }
      if (!form) {
        end(next.querySelector("[role=alert], .error h1 + p")?.textContent ?? failed);
        return;
      }
      document.getElementById("main").replaceChildren(...next.childNodes);
      enhance(form, files);
      document.getElementById("problems")?.focus();
    });
    request.open("POST", event.submitter?.hasAttribute("formaction") ? event.submitter.formAction : form.action);
    // The message of the page that follows is shown once: the request, which reads that page too, leaves it.
    request.setRequestHeader("X-Requested-With", "XMLHttpRequest");
    submit.disabled = true;
    bar.hidden = false;
    bar.value = 0;
    request.send(data);
  });
  show();
}

/** Corrects the stock in the table by a piece without loading the page. Presses wait for each other: the row has a new key after each. */
async function count(id, kind) {
  const form = document.querySelector(`#${id} .stepper`), button = form?.querySelector(`[value=${kind}]:enabled`);
  if (!button) return;
  const response = await fetch(form.action, { method: "POST", body: new FormData(form, button) }).catch(() => null);
  const page = new DOMParser().parseFromString(await response?.text() ?? "", "text/html");
  const row = document.getElementById(id), next = response?.ok && page.getElementById(id);
  const own = document.querySelector("main > .wide"), other = page.querySelector("main > .wide");
  if (!other) {
    // Without a connection, or at another server's page: the browser shows it, and the key makes it the same press.
    isLeaving = true;
    form.requestSubmit(button);
    return;
  }
  if (!next) {
    own.replaceWith(other);
    scrollTo(0, 0);
    return;
  }
  // The buttons stay: one that is being pressed would lose the press, and the focus.
  const sent = next.querySelector(".stepper"), focused = form.contains(document.activeElement) && document.activeElement;
  form.elements.key.value = sent.elements.key.value;
  form.querySelector("output").textContent = sent.querySelector("output").textContent;
  for (const name of ["fewer", "more"]) {
    form.querySelector(`[value=${name}]`).disabled = sent.querySelector(`[value=${name}]`).disabled;
  }
  if (focused?.disabled) form.querySelector("button:enabled").focus();
  row.cells[1].replaceChildren(...next.cells[1].childNodes);
  row.dataset.part = next.dataset.part;
  // Why an earlier press was refused.
  own.querySelector(".problems")?.remove();
  const notice = own.querySelector(".notice"), words = other.querySelector(".notice");
  words?.classList.add("over");
  if (notice && words) notice.replaceWith(words);
  else if (words) own.querySelector("h1").after(words);
}

let presses = Promise.resolve(), isLeaving = false;
document.addEventListener("submit", (event) => {
  const row = event.target.matches(".stepper") && event.target.closest("tr").id, kind = event.submitter?.value;
  if (!row || !kind || isLeaving) return;
  event.preventDefault();
  presses = presses.then(() => count(row, kind));
});

const form = document.getElementById("goods-form");
if (form) enhance(form);
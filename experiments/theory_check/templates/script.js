// The page is complete without this: it filters the ledger, copies commands and keeps the theme.
(() => {
  const root = document.documentElement;
  const remembered = (() => { try { return localStorage.getItem("theme"); } catch { return null; } })();
  if (remembered) root.dataset.theme = remembered;
  document.querySelectorAll("[data-needs-script]").forEach((element) => { element.hidden = false; });

  // What scrolls sideways by itself must be reached by keyboard; not every browser sees to that.
  document.querySelectorAll(".formula, .scroll").forEach((element) => { element.tabIndex = 0; });

  document.getElementById("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* a file may not remember */ }
  });

  const claims = [...document.querySelectorAll(".claim")];
  const buttons = [...document.querySelectorAll("button[data-status]")];
  const words = document.getElementById("find");  // null in a report about runs
  const shown = document.getElementById("shown");
  const show = () => {
    const wanted = buttons.find((button) => button.getAttribute("aria-pressed") === "true").dataset.status;
    const text = words.value.trim().toLowerCase();
    let count = 0;
    for (const claim of claims) {
      const fits = (wanted === "all" || wanted.split(" ").includes(claim.dataset.status)) &&
        (text === "" || claim.textContent.toLowerCase().includes(text));
      claim.hidden = !fits;
      count += fits ? 1 : 0;
    }
    shown.textContent = String(count);
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      buttons.forEach((other) => other.setAttribute("aria-pressed", String(other === button)));
      show();
    });
  }
  if (words) {
    words.addEventListener("input", show);
    show();
  }

  const open = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.matches("details")) { target.hidden = false; target.open = true; }
    target.scrollIntoView();
  };
  addEventListener("hashchange", open);
  open();
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));

  for (const button of document.querySelectorAll("button.copy")) {
    button.addEventListener("click", async () => {
      const line = button.parentElement.querySelector("pre").textContent;
      try { await navigator.clipboard.writeText(line); button.textContent = "Copied"; } catch { button.textContent = "Select and copy it"; }
    });
  }
})();

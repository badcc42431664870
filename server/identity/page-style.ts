/** The look of the identity's pages: the product's colours and measures, without a script. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #eef0ec; --surface: #fff; --raised: #f7f8f6; --ink: #14181c; --muted: #5c6670;
  --line: #dde1dd; --line-strong: #c3cac5; --accent: #1a56c4; --accent-press: #16489f; --on-accent: #fff;
  --danger: #b42318; --danger-soft: #fbeae8; --plate: #f6c945;
  --shadow: 0 1px 2px #14181c14, 0 8px 28px #14181c24;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e1215; --surface: #161b1f; --raised: #1d2429; --ink: #e9edf0; --muted: #95a1ab;
    --line: #2a3238; --line-strong: #3d474f; --accent: #6ea3ff; --accent-press: #8bb6ff; --on-accent: #0e1215;
    --danger: #ff9b91; --danger-soft: #3a2022;
    --shadow: 0 1px 2px #0006, 0 10px 32px #00000080;
  }
}
* { box-sizing: border-box; }
html, body { min-height: 100%; margin: 0; }
body {
  display: grid; place-items: center; padding: 24px; background: var(--ground); color: var(--ink);
  font: 14px/1.55 Barlow, system-ui, sans-serif; min-height: 100vh; min-height: 100dvh;
}
main {
  display: grid; gap: 28px; width: 100%; max-width: 408px; padding: 36px;
  border: 1px solid var(--line); border-radius: 12px; background: var(--surface); box-shadow: var(--shadow);
}
.logo { display: flex; align-items: center; gap: 10px; margin: 0; font: 600 24px/1 "Barlow Semi Condensed", Barlow, system-ui, sans-serif; }
.logo svg { width: 1em; height: .16em; fill: var(--plate); }
form { display: grid; gap: 16px; }
h1 { margin: 0; font: 600 28px/1.1 "Barlow Semi Condensed", Barlow, system-ui, sans-serif; }
p { margin: 0; }
.lead { margin: -8px 0 8px; color: var(--muted); }
label { display: grid; gap: 6px; color: var(--muted); }
input {
  height: 44px; padding: 0 12px; border: 1px solid var(--line-strong); border-radius: 10px;
  background: var(--raised); color: var(--ink); font: 500 15px Barlow, system-ui, sans-serif;
}
button {
  height: 44px; margin-top: 4px; border: 0; border-radius: 10px; background: var(--accent); color: var(--on-accent);
  font: 600 14px Barlow, system-ui, sans-serif; cursor: pointer;
}
button:hover { background: var(--accent-press); }
a { justify-self: start; color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.failure { padding: 10px 12px; border: 1px solid var(--danger); border-radius: 10px; background: var(--danger-soft); }
@media (max-width: 480px) {
  body { place-items: start stretch; padding: 0; background: var(--surface); }
  main { max-width: none; padding: 40px 24px; border: 0; border-radius: 0; box-shadow: none; }
}
`

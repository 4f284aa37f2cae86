// What a person does with a mouse or a finger.

function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { clientX: left + width / 2, clientY: top + height / 2 };
}

const send = (type, target, at, more) => target.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 1, isPrimary: true, pointerType: "mouse", ...at, ...more }));

/** The click alone, without the press and the focus before it: where hundreds are made. */
export const quickClick = (element) => send("click", element);

/** Press and let go. A disabled button does nothing, as in life. */
export function click(element, more) {
  if (!element) throw new Error("there is nothing to click");
  const at = middle(element);
  send("pointerdown", element, at, more);
  const focusable = element.closest("button:enabled, input, select, textarea, [tabindex]");
  if (focusable) focusable.focus({ preventScroll: true, focusVisible: false });
  else document.activeElement?.blur();
  send("pointerup", element, at, more);
  if (!element.disabled) send("click", element, at, more);
}

/** The same with a finger. */
export const tap = (element) => click(element, { pointerType: "touch" });

/** Drag one element onto another; `drop: false` holds it there and returns what lets it go. */
export function drag(from, to, { drop = true } = {}) {
  from.scrollIntoView({ block: "center" });
  const end = middle(to);
  send("pointerdown", from, middle(from));
  const under = () => document.elementFromPoint(end.clientX, end.clientY) ?? document.body;
  send("pointermove", under(), end);
  const release = () => {
    send("pointerup", under(), end);
    send("click", under(), end); // browsers send one after a drag
  };
  if (!drop) return release;
  return release();
}

/** Press a key on an element, or where the focus is. */
export const key = (name, element = document.activeElement) => element.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));

/** The button with these words, within a root. */
export function button(root, words) {
  const matching = [...root.querySelectorAll("button")].filter((button) => button.textContent.trim() === words);
  if (matching.length !== 1) throw new Error(`${matching.length} buttons "${words}" among ${[...root.querySelectorAll("button")].map((button) => button.textContent.trim()).join(" | ")}`);
  return matching[0];
}

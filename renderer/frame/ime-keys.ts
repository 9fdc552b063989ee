/** `keyCode` of every key that an input method handles. Safari sends it for the Enter that ends a composition, too. */
const HANDLED_BY_INPUT_METHOD = 229;

/**
 * Keeps the keys of an input method (Japanese, Chinese, Korean, …) from every shortcut and form of the page: the Enter
 * that confirms a composition must not submit, and its Esc must not close anything.
 */
export function ignoreImeKeys(): void {
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.isComposing || event.keyCode === HANDLED_BY_INPUT_METHOD) event.stopImmediatePropagation();
    },
    { capture: true },
  );
}

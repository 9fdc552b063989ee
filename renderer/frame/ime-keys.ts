/** `keyCode` of keys handled by an input method. Safari also sends it for the Enter that ends a composition. */
const HANDLED_BY_INPUT_METHOD = 229;

/**
 * Hides keys of input methods (Japanese, Chinese, Korean, …) from shortcuts and forms: the Enter that confirms a
 * composition must not submit, and Escape must not close anything.
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

/** Stryker plugin that ignores the unreachable default case of exhaustive switches. */
export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "unreachable",
    value: {
      shouldIgnore(path) {
        const isDefault = path.isSwitchCase() && path.node.test === null;
        const first = isDefault ? path.node.consequent[0] : undefined;
        return first?.argument?.callee?.name === "assertNever" ? "nothing reaches it" : undefined;
      },
    },
  },
];

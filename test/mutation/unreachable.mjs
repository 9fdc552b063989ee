/** Stryker's plugin that leaves the last case of exhaustive switches alone: nothing reaches it. */
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

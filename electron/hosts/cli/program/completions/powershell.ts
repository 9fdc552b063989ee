import { type Described, everyCommand } from "./described.ts";

/** What PowerShell completes with. Where there is nothing to say it completes names of files. */
export function powershellCompletions(top: Described): string {
  const all = everyCommand(top);
  const offers = all.map(({ path, options, values, commands }) => {
    const [first] = values;
    const words = [
      ...commands.map((one) => [one.path.at(-1) ?? "", one.description] as const),
      ...(first?.kind === "choice" ? first.choices.map((choice) => [choice, first.name] as const) : []),
      ...options.flatMap(({ flags, description }) => flags.map((flag) => [flag, description] as const)),
    ];
    return `    ${quoted(path.join(" "))} = @(${words.map(([word, tip]) => `@(${quoted(word)}, ${quoted(tip)})`).join(", ")})`;
  });
  const choices = all.flatMap(({ path, options }) =>
    options.flatMap(({ flags, value }) =>
      value === null
        ? []
        : flags.map((flag) => {
            const words = value.kind === "choice" ? value.choices.map(quoted).join(", ") : "";
            return `    ${quoted(`${path.join(" ")}:${flag}`)} = @(${words})`;
          }),
    ),
  );
  return `# PowerShell completion for winnow
Register-ArgumentCompleter -Native -CommandName winnow -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $offers = @{
${offers.join("\n")}
  }
  $values = @{
${choices.join("\n")}
  }
  $at = ''
  $before = ''
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
  foreach ($word in $words) {
    $next = if ($at -eq '') { $word } else { "$at $word" }
    if ($offers.ContainsKey($next)) { $at = $next }
    $before = $word
  }
  if ($values.ContainsKey("\${at}:$before")) {
    $values["\${at}:$before"] | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
      [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
    return
  }
  $offers[$at] | Where-Object { $_[0] -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])
  }
}
`;
}

function quoted(text: string): string {
  return `'${text.replace(/['\u2018\u2019]/g, "$&$&")}'`;
}

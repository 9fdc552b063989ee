import { MAIL_HOSTS, mailHostName } from "../../../../shared/mail-hosts.ts";
import { PROVIDERS, REASONS } from "../../../../shared/segments.ts";
import { FLAGS, VERDICTS } from "../../../../shared/verdicts.ts";
import { wordsOf } from "../../../components/VerdictMark.tsx";
import { facetWords, PROVIDER_WORDS, reasonWords } from "../../../words/facets.ts";
import { FLAG_WORDS } from "../../../words/verdicts.ts";
import type { FacetId } from "./facet-choice.ts";

function found<T extends string>(values: readonly T[], value: string): T | undefined {
  return values.find((one) => one === value);
}

export function valueWords(id: FacetId, value: string, sandbox: boolean): string {
  switch (id) {
    case "verdict":
      return wordsOf(found(VERDICTS, value) ?? "none").name;
    case "flag": {
      const flag = found(FLAGS, value);
      return flag ? FLAG_WORDS[flag].name : value;
    }
    case "typo":
      return facetWords.likelyTypo;
    case "reason": {
      const reason = found(REASONS, value);
      return reason ? reasonWords(reason, sandbox) : value;
    }
    case "provider": {
      const provider = found(PROVIDERS, value);
      return provider ? PROVIDER_WORDS[provider] : value;
    }
    case "mail_host": {
      const host = found(MAIL_HOSTS, value);
      return host ? mailHostName(host) : value;
    }
    default:
      return value.trim() === "" ? facetWords.empty : value;
  }
}

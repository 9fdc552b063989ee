import type { Answer } from "../../../shared/bridge/answer.ts";
import type { Settings } from "../../../shared/bridge/app.ts";
import type { Cleaning } from "../../../shared/bridge/cleanings.ts";
import type { Summary } from "../../../shared/bridge/results.ts";
import { isSimulated } from "../../../shared/cleaning-state.ts";
import { count, share } from "../../../shared/numbers.ts";
import { VERDICTS } from "../../../shared/verdicts.ts";
import { answerGrains, GrainBar } from "../../components/GrainBar.tsx";
import { VerdictBadge } from "../../components/VerdictMark.tsx";
import { date } from "../../times.ts";
import { headline } from "../../words/answer.ts";
import {
  REPORT_HELP,
  reportAdvice,
  reportCaution,
  reportSteps,
  reportStory,
  reportWords,
} from "../../words/report.ts";
import css from "./Report.module.css";

const DAY = 86_400_000;
const MAX_DOMAINS = 6;

interface Props {
  readonly cleaning: Cleaning;
  readonly summary: Summary;
  readonly answer: Answer;
  readonly agency: Settings["agency"];
  readonly preparedFor: string;
  readonly freshDays: number;
}

function Verdicts({ summary, answer }: Pick<Props, "summary" | "answer">) {
  const known = VERDICTS.reduce((sum, verdict) => sum + (summary.verdictAddresses[verdict] ?? 0), 0);
  const none = answer.addresses - known;
  const part = (n: number) => (answer.addresses === 0 ? "–" : share(n / answer.addresses));
  return (
    <table className={css.verdicts} aria-label={reportWords.verdicts}>
      <tbody>
        {VERDICTS.map((verdict) => {
          const n = summary.verdictAddresses[verdict] ?? 0;
          return (
            <tr key={verdict}>
              <th scope="row">
                <VerdictBadge verdict={verdict} />
              </th>
              <td className={css.number}>{count(n)}</td>
              <td className={css.part}>{part(n)}</td>
              <td>{REPORT_HELP[verdict]}</td>
            </tr>
          );
        })}
        {none > 0 && (
          <tr>
            <th scope="row">
              <VerdictBadge verdict="none" />
            </th>
            <td className={css.number}>{count(none)}</td>
            <td className={css.part}>{part(none)}</td>
            <td>{reportWords.noneHelp}</td>
          </tr>
        )}
        <tr className={css.total}>
          <th scope="row">{reportWords.total}</th>
          <td className={css.number}>{count(answer.addresses)}</td>
          <td className={css.part}>{part(answer.addresses)}</td>
          <td>{reportWords.totalHelp}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** Domains with the most undeliverable addresses. All bars share one scale. */
function Domains({ domains }: Pick<Summary, "domains">) {
  const shown = domains.filter(({ undeliverable }) => undeliverable > 0).slice(0, MAX_DOMAINS);
  const most = Math.max(1, ...shown.map(({ verified }) => verified));
  if (shown.length === 0) return <p className={css.note}>{reportWords.noProblems}</p>;
  return (
    <>
      <p className={css.note}>{reportWords.problemsHelp}</p>
      {shown.map(({ domain, verified, undeliverable, risky }) => {
        const of = (n: number) => ({ width: `${(100 * n) / most}%` });
        return (
          <div key={domain} className={css.domain}>
            <span className={css.name}>{domain}</span>
            <span className={css.bar} aria-hidden="true">
              <i className={css.good} style={of(verified - undeliverable - risky)} />
              <i className={css.risky} style={of(risky)} />
              <i className={css.bad} style={of(undeliverable)} />
            </span>
            <span className="num">{reportWords.ofRows(undeliverable, verified)}</span>
          </div>
        );
      })}
      <p className={css.note}>{reportWords.legend}</p>
    </>
  );
}

function Steps({ answer }: Pick<Props, "answer">) {
  const { rows, sent } = answer.price;
  return (
    <table className={css.steps}>
      <tbody>
        <tr>
          <th scope="row">{reportWords.rows}</th>
          <td>{count(rows)}</td>
        </tr>
        {reportSteps(answer).map(([name, n]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>− {count(n)}</td>
          </tr>
        ))}
        <tr className={css.total}>
          <th scope="row">{reportWords.verified}</th>
          <td>{count(sent)}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** The printed report, independent of the screen's theme. */
export function ReportPaper({ cleaning, summary, answer, agency, preparedFor, freshDays }: Props) {
  const at = cleaning.finishedAt ?? cleaning.createdAt;
  const caution = reportCaution(cleaning, date(at));
  const madeUp = isSimulated(cleaning);
  const { finishedAt } = cleaning;
  const cleanAgain = finishedAt === null || freshDays === 0 ? null : date(finishedAt + freshDays * DAY);
  return (
    <article
      className={css.paper}
      data-mantine-color-scheme="light"
      aria-label={reportWords.title(cleaning.name)}
    >
      <header className={css.head}>
        <div className={css.agency}>
          {agency.logo && <img src={agency.logo} alt="" />}
          <div>
            <strong>{agency.name}</strong>
            <div>{reportWords.kind}</div>
          </div>
        </div>
        <div className={css.client}>
          {preparedFor && (
            <div>
              {reportWords.preparedFor} <strong>{preparedFor}</strong>
            </div>
          )}
          <div>{date(at)}</div>
        </div>
      </header>
      <p className={css.list}>{cleaning.name}</p>
      {madeUp && <p className={css.caution}>{reportWords.sandbox}</p>}
      {caution && <p className={css.caution}>{caution}</p>}
      <h1 className={css.answer}>{headline(answer, madeUp)}</h1>
      <p className={css.story}>{reportStory(answer, summary.verdictAddresses.undeliverable ?? 0, madeUp)}</p>
      <GrainBar parts={answerGrains(answer)} />
      <p className={css.note}>{reportWords.grain(answer.addresses)}</p>
      <Verdicts summary={summary} answer={answer} />
      <div className={css.columns}>
        <section>
          <h2>{reportWords.problems}</h2>
          <Domains domains={summary.domains} />
        </section>
        <section>
          <h2>{reportWords.done}</h2>
          <Steps answer={answer} />
          <h2>{reportWords.next}</h2>
          <ol className={css.advice}>
            {reportAdvice(answer, cleanAgain).map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ol>
        </section>
      </div>
      <footer className={css.foot}>
        <span>{madeUp || cleaning.state === "imported" ? "" : reportWords.foot(date(at))}</span>
        <span>{reportWords.winnow}</span>
      </footer>
    </article>
  );
}

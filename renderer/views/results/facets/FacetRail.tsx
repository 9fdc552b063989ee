import { Menu } from "@mantine/core";
import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import type { ResultFilter } from "../../../../shared/bridge/results.ts";
import { MenuAt, type MenuPlace, menuPlaceOf } from "../../../components/MenuAt.tsx";
import { ProblemNote } from "../../../components/notes.tsx";
import { facetWords } from "../../../words/table.ts";
import { FacetGroup } from "./FacetGroup.tsx";
import css from "./FacetRail.module.css";
import { choiceOf, type FacetId, selectionOf, toggled, withChoice, withSelection } from "./facet-choice.ts";
import { valueWords } from "./groups.ts";
import { enterRail, keepOneStop, moveInRail, type Rail } from "./useRail.ts";

interface Wished {
  readonly place: MenuPlace;
  readonly id: FacetId;
  readonly value: string;
  readonly from: HTMLElement;
}

interface Props {
  rail: Rail;
  filter: ResultFilter;
  sandbox: boolean;
  onFilter: (patch: Partial<ResultFilter>) => void;
  onLeave: () => void;
  entry?: Ref<{ enter: () => void }>;
}

function ValueMenu(
  props: { wished: Wished; onClose: () => void } & Pick<Props, "filter" | "sandbox" | "onFilter">,
) {
  const { wished, filter, onFilter } = props;
  const { id, value } = wished;
  const standing = selectionOf(choiceOf(filter, id), value);
  const set = (wanted: "chosen" | "excluded") => () =>
    onFilter(withSelection(filter, id, value, toggled(standing, wanted)));
  return (
    <MenuAt
      place={wished.place}
      label={facetWords.menuOf(valueWords(id, value, props.sandbox))}
      onClose={props.onClose}
    >
      <Menu.Item onClick={set("chosen")} rightSection={facetWords.addHint}>
        {standing === "chosen" ? facetWords.remove : facetWords.add}
      </Menu.Item>
      <Menu.Item onClick={() => onFilter(withChoice(filter, id, { chosen: [value], excluded: [] }))}>
        {facetWords.only}
      </Menu.Item>
      <Menu.Item onClick={set("excluded")} rightSection={facetWords.excludeHint}>
        {standing === "excluded" ? facetWords.include : facetWords.exclude}
      </Menu.Item>
    </MenuAt>
  );
}

export function FacetRail(props: Props) {
  const { rail, filter, sandbox, onFilter } = props;
  const place = useRef<HTMLElement>(null);
  const last = useRef<Element | null>(null);
  const [wished, setWished] = useState<Wished | null>(null);
  useEffect(() => {
    if (place.current) keepOneStop(place.current, last.current);
  });
  useImperativeHandle(props.entry, () => ({ enter: () => place.current && enterRail(place.current) }), []);
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape" && !event.defaultPrevented) return props.onLeave();
    if (moveInRail(event.currentTarget, event.key)) event.preventDefault();
  };
  const onMenu = (event: MouseEvent<HTMLElement>, id: FacetId, value: string) => {
    event.preventDefault();
    setWished({ place: menuPlaceOf(event, event.currentTarget), id, value, from: event.currentTarget });
  };
  return (
    <section
      ref={place}
      className={css.rail}
      aria-label={facetWords.title}
      data-rail
      onKeyDown={onKey}
      onFocus={({ target, currentTarget }) => {
        if (!target.matches("[data-rail-item]")) return;
        last.current = target;
        keepOneStop(currentTarget, target);
      }}
    >
      {rail.facets.problem && <ProblemNote problem={rail.facets.problem} onAgain={rail.facets.reload} />}
      {rail.groups.map((group, at) => (
        <FacetGroup
          key={group.key}
          group={group}
          facets={rail.facets}
          filter={filter}
          sandbox={sandbox}
          isOpen={rail.open.has(group.key)}
          isFirst={at === 0}
          search={rail.searches[group.key] ?? ""}
          onToggle={() => rail.toggle(group.key)}
          onSearch={(text) => rail.search(group.key, text)}
          onFilter={onFilter}
          onMenu={onMenu}
        />
      ))}
      {wished && (
        <ValueMenu
          wished={wished}
          filter={filter}
          sandbox={sandbox}
          onFilter={onFilter}
          onClose={() => {
            setWished(null);
            wished.from.focus({ preventScroll: true });
          }}
        />
      )}
    </section>
  );
}

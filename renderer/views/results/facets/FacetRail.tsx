import { Menu } from "@mantine/core";
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef, useState } from "react";
import { MenuAt, type MenuPlace, menuPlaceOf } from "../../../components/MenuAt.tsx";
import { ProblemNote } from "../../../components/notes.tsx";
import { facetWords } from "../../../words/table.ts";
import { useResults } from "../results-context.tsx";
import { FacetGroup } from "./FacetGroup.tsx";
import css from "./FacetRail.module.css";
import { choiceOf, type FacetId, selectionOf, toggled, withChoice, withSelection } from "./facet-choice.ts";
import { valueWords } from "./groups.ts";
import { keepOneStop, moveInRail, type Rail } from "./useRail.ts";

interface ValueMenuRequest {
  readonly place: MenuPlace;
  readonly id: FacetId;
  readonly value: string;
  readonly from: HTMLElement;
}

interface Props {
  rail: Rail;
  /** The element of the rail. */
  place: RefObject<HTMLElement | null>;
  onLeave: () => void;
}

function ValueMenu({ place, id, value, onClose }: ValueMenuRequest & { onClose: () => void }) {
  const { cleaning, view, patchFilter } = useResults();
  const { filter } = view;
  const standing = selectionOf(choiceOf(filter, id), value);
  const set = (wanted: "chosen" | "excluded") => () =>
    patchFilter(withSelection(filter, id, value, toggled(standing, wanted)));
  return (
    <MenuAt
      place={place}
      label={facetWords.menuOf(valueWords(id, value, cleaning.sandbox))}
      onClose={onClose}
    >
      <Menu.Item onClick={set("chosen")} rightSection={facetWords.addHint}>
        {standing === "chosen" ? facetWords.remove : facetWords.add}
      </Menu.Item>
      <Menu.Item onClick={() => patchFilter(withChoice(filter, id, { chosen: [value], excluded: [] }))}>
        {facetWords.only}
      </Menu.Item>
      <Menu.Item onClick={set("excluded")} rightSection={facetWords.excludeHint}>
        {standing === "excluded" ? facetWords.include : facetWords.exclude}
      </Menu.Item>
    </MenuAt>
  );
}

export function FacetRail(props: Props) {
  const { rail, place } = props;
  const last = useRef<Element | null>(null);
  const [menu, setMenu] = useState<ValueMenuRequest | null>(null);
  useEffect(() => {
    if (place.current) keepOneStop(place.current, last.current);
  });
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape" && !event.defaultPrevented) return props.onLeave();
    if (moveInRail(event.currentTarget, event.key)) event.preventDefault();
  };
  const onMenu = (event: MouseEvent<HTMLElement>, id: FacetId, value: string) => {
    event.preventDefault();
    setMenu({ place: menuPlaceOf(event, event.currentTarget), id, value, from: event.currentTarget });
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
        <FacetGroup key={group.key} group={group} rail={rail} isFirst={at === 0} onMenu={onMenu} />
      ))}
      {menu && (
        <ValueMenu
          {...menu}
          onClose={() => {
            setMenu(null);
            menu.from.focus({ preventScroll: true });
          }}
        />
      )}
    </section>
  );
}

// The rules for players, as the build parses them from docs/rules (rules-text.ts).

/** Words in one style. */
export interface Span {
  text: string
  style?: 'strong' | 'code'
}

/** A diagram with the words about it. `diagram` is its name in docs/rules/diagrams.json, `alt` what it shows. */
export interface Figure {
  diagram: string
  alt: string
  spans: Span[]
}

export type Block =
  | { type: 'heading'; text: string }
  | { type: 'text'; spans: Span[] }
  | { type: 'list'; items: Span[][] }
  | { type: 'figures'; figures: Figure[] }

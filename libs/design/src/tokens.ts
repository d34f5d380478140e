/** The colours of one theme. Every text colour meets WCAG 2.2 AA on each surface of the theme; the spec tests it. */
export interface Palette {
  /** The page, a card on it, and a well in it. */
  readonly background: string;
  readonly surface: string;
  readonly sunken: string;
  readonly ink: string;
  readonly inkMuted: string;
  /** A decorative hairline, and the edge of a control (3:1). */
  readonly rule: string;
  readonly edge: string;
  readonly accent: string;
  readonly accentStrong: string;
  readonly onAccent: string;
  /** Brass: for ornaments and small capitals. */
  readonly ornament: string;
  readonly link: string;
  readonly focus: string;
  readonly positive: string;
  readonly positiveTint: string;
  /** Between the two: genuine, but with a reservation. */
  readonly caution: string;
  readonly cautionTint: string;
  readonly negative: string;
  readonly negativeTint: string;
}

export const light: Palette = {
  background: '#f7f5ef',
  surface: '#ffffff',
  sunken: '#eeebe2',
  ink: '#14213a',
  inkMuted: '#4a556a',
  rule: '#d8d2c3',
  edge: '#857e6e',
  accent: '#1f3a5f',
  accentStrong: '#152a47',
  onAccent: '#ffffff',
  ornament: '#7d5d26',
  link: '#1d4f8f',
  focus: '#1d4f8f',
  positive: '#0f5a55',
  positiveTint: '#e0f0ed',
  caution: '#754800',
  cautionTint: '#fbf0d9',
  negative: '#8a2440',
  negativeTint: '#f8e8ec',
};

export const dark: Palette = {
  background: '#0f1726',
  surface: '#172135',
  sunken: '#0b121f',
  ink: '#edf0f6',
  inkMuted: '#b1bacb',
  rule: '#2e3a52',
  edge: '#7a869d',
  accent: '#a3c1e8',
  accentStrong: '#c4d8f2',
  onAccent: '#0f1726',
  ornament: '#d6b674',
  link: '#9dc3f5',
  focus: '#c4d8f2',
  positive: '#7fd3c8',
  positiveTint: '#0f3733',
  caution: '#f0c674',
  cautionTint: '#382b10',
  negative: '#f3a5b8',
  negativeTint: '#3d1a27',
};

/** Sizes in CSS pixels at 16 px root size; a ratio of 1.2 up to the headings, then 1.25. */
export const typeScale = {
  caption: 12,
  small: 14,
  body: 16,
  lead: 19,
  heading3: 23,
  heading2: 28,
  heading1: 35,
  display: 44,
  figure: 55,
} as const;

/** Line heights for headings, running text and dense tables. */
export const leading = { tight: 1.15, normal: 1.55, dense: 1.35 } as const;

/** Distances in CSS pixels, on a grid of four. */
export const spacing = { xxs: 4, xs: 8, s: 12, m: 16, l: 24, xl: 32, xxl: 48, xxxl: 72 } as const;

/** Corner radii in CSS pixels: nearly square, as on printed forms. */
export const radii = { s: 2, m: 4, l: 8 } as const;

/** Font families with fallbacks for clients without web fonts (email). */
export const fontStack = {
  display: "'Source Serif 4', Georgia, 'Times New Roman', serif",
  text: "Inter, 'Helvetica Neue', Arial, sans-serif",
} as const;

export const productName = 'AI Governance Assessment';

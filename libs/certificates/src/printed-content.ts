/** The style sheets of the shell: a page prints one kind of document after the other. */
export const sheets = ['certificate', 'evidence-report', 'review-pack'] as const;
export type Sheet = (typeof sheets)[number];

/** Markup for the `main` of the shell, and the style sheet that it is printed with. */
export interface PrintedContent {
  readonly sheet: Sheet;
  readonly markup: string;
}

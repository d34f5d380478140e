import { type ProblemPage } from './problem-page';

/** A request that is answered with a page of its own. Part of normal operation: it needs no report. */
export class PageProblem extends Error {
  override readonly name = 'PageProblem';

  constructor(
    readonly page: ProblemPage,
    why?: string,
    options?: ErrorOptions,
  ) {
    super(why ?? page.title, options);
  }
}

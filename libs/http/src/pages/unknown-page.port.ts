/** What a browser gets for a path that does not exist. A surface with pages provides it. */
export abstract class UnknownPage {
  abstract readonly headers: Readonly<Record<string, string>>;

  /** The page as HTML. */
  abstract render(): string;
}

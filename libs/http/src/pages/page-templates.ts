import Handlebars from 'handlebars';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PageTemplatesOptions<Name extends string> {
  /** Where the templates are, each as `{name}.html.hbs`. */
  readonly folder: string;
  readonly pages: readonly Name[];
  /** Templates that pages include by name. */
  readonly partials: readonly string[];
  /** What every page shows besides its view: the member `site` of each. */
  readonly site: object;
}

/** Server-rendered pages. The templates are compiled once; a member that a view lacks is an error. */
export class PageTemplates<Name extends string> {
  private readonly handlebars = Handlebars.create();
  private readonly templates: ReadonlyMap<Name, Handlebars.TemplateDelegate>;

  constructor(private readonly options: PageTemplatesOptions<Name>) {
    for (const name of options.partials) this.handlebars.registerPartial(name, this.compile(name));
    this.templates = new Map(options.pages.map((name) => [name, this.compile(name)]));
  }

  /** The page as HTML. @throws for a view that lacks a member of the template. */
  render(page: Name, view: object): string {
    const template = this.templates.get(page);
    if (!template) throw new Error(`there is no page ${page}`);
    return template({ ...view, site: this.options.site });
  }

  private compile(name: string): Handlebars.TemplateDelegate {
    const source = readFileSync(join(this.options.folder, `${name}.html.hbs`), 'utf8');
    return this.handlebars.compile(source, { strict: true });
  }
}

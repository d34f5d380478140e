import Handlebars from 'handlebars';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PageTemplatesOptions<Name extends string> {
  /** The folder of the templates, each named `{name}.html.hbs`. */
  readonly folder: string;
  readonly pages: readonly Name[];
  /** Templates that pages include by name. */
  readonly partials: readonly string[];
  /** Data for every page besides its view, as the member `site`. */
  readonly site: object;
}

/** Server-rendered pages. The templates are compiled once; a missing member of a view is an error. */
export class PageTemplates<Name extends string> {
  private readonly handlebars = Handlebars.create();
  private readonly templates: ReadonlyMap<Name, Handlebars.TemplateDelegate>;

  constructor(private readonly options: PageTemplatesOptions<Name>) {
    for (const name of options.partials) this.handlebars.registerPartial(name, this.compile(name));
    this.templates = new Map(options.pages.map((name) => [name, this.compile(name)]));
  }

  /** Renders a page as HTML. @throws when the view lacks a member of the template. */
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

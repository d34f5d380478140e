import Handlebars from 'handlebars';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PageTemplatesOptions {
  /** The folder of the templates, each named `{name}.html.hbs`. Each can include the others by name. */
  readonly folder: string;
  /** Data for every page besides its view, as the member `site`. */
  readonly site: object;
}

const suffix = '.html.hbs';

/** Server-rendered pages. The templates are compiled once; a missing member of a view is an error. */
export class PageTemplates<Name extends string = string> {
  private readonly handlebars = Handlebars.create();
  private readonly templates: ReadonlyMap<string, Handlebars.TemplateDelegate>;

  constructor(private readonly options: PageTemplatesOptions) {
    const { folder } = options;
    const files = readdirSync(folder).filter((file) => file.endsWith(suffix));
    this.templates = new Map(
      files.map((file) => [file.slice(0, -suffix.length), this.compile(join(folder, file))]),
    );
    for (const [name, template] of this.templates) this.handlebars.registerPartial(name, template);
  }

  /** Renders a page as HTML. @throws when the view lacks a member of the template. */
  render(page: Name, view: object): string {
    const template = this.templates.get(page);
    if (!template) throw new Error(`there is no page ${page}`);
    return template({ ...view, site: this.options.site });
  }

  private compile(file: string): Handlebars.TemplateDelegate {
    return this.handlebars.compile(readFileSync(file, 'utf8'), { strict: true });
  }
}

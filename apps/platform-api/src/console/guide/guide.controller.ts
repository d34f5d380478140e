import { ConsoleController, Page, type PageRequest } from '../console-page';
import { type ShownPage } from '../console-pages';
import { ConsolePermissions } from '../console-permissions';
import { ConsoleSettings } from '../console-settings';
import { openSections, sections } from '../navigation';
import { chapters } from './chapters';

/** A chapter for each section, to which its pages link. */
@ConsoleController('guide')
export class ConsoleGuideController {
  constructor(
    private readonly permissions: ConsolePermissions,
    private readonly settings: ConsoleSettings,
  ) {}

  @Page()
  async show({ session }: PageRequest): Promise<ShownPage> {
    const { live } = this.settings;
    const open = openSections({ live, permissions: await this.permissions.of(session) });
    const view = {
      chapters: sections
        .filter(({ group }) => live.has(group))
        .map((section) => ({
          key: section.key,
          path: section.path,
          label: section.label,
          paragraphs: chapters[section.key] ?? [],
          isOpen: open.includes(section),
        })),
    };
    return { page: 'guide', title: 'Guide', view };
  }
}

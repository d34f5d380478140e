import { type ListPage, type ListPosition } from '@governance/iam';
import { Keyring, SealBroken, type SealContext } from '@governance/keyring';
import { Problem } from '@governance/kernel';
import { Injectable } from '@nestjs/common';

export const largestPage = 200;
export const defaultPage = 100;
export const cursorRefused = 'cursor must be the next_cursor of a page of this list';

/** The page that a client requests. */
export interface PageInput {
  /** From 1 to `largestPage`; `defaultPage` when undefined. */
  readonly limit: number | undefined;
  /** From the start when undefined. */
  readonly cursor: string | undefined;
}

export interface Page<Entry> {
  readonly entries: readonly Entry[];
  /** Undefined on the last page. */
  readonly nextCursor: string | undefined;
}

/** A list of one organization, read in pages. */
export interface PagedList<Entry> {
  readonly orgId: string;
  /** A constant name. A cursor of one list is refused by other lists. */
  readonly name: string;
  readonly read: (page: ListPage) => Promise<readonly Entry[]>;
}

/** Pages of lists. A cursor is the position of the last entry of a page, sealed to the list and its organization. */
@Injectable()
export class ListPages {
  constructor(private readonly keyring: Keyring) {}

  /** @throws a 400 for a cursor that was changed or belongs to another list or organization. */
  async read<Entry extends ListPosition>(
    { limit = defaultPage, cursor }: PageInput,
    list: PagedList<Entry>,
  ): Promise<Page<Entry>> {
    const after = cursor === undefined ? undefined : this.positionOf(cursor, list);
    // One extra entry shows whether another page follows.
    const found = await list.read({ limit: limit + 1, after });
    const entries = found.slice(0, limit);
    const last = entries.at(-1);
    const isMore = last !== undefined && found.length > limit;
    return { entries, nextCursor: isMore ? this.cursorOf(last, list) : undefined };
  }

  private cursorOf({ createdAt, id }: ListPosition, list: ListName): string {
    const position = JSON.stringify([createdAt.toISOString(), id]);
    return this.keyring.seal(position, sealOf(list)).toString('base64url');
  }

  private positionOf(cursor: string, list: ListName): ListPosition {
    const sealed = Buffer.from(cursor, 'base64url');
    // The decoder skips characters that are not base64url; a cursor with them is damaged too.
    if (sealed.toString('base64url') !== cursor) throw new Problem('invalid', cursorRefused);
    try {
      const [createdAt, id] = JSON.parse(this.keyring.open(sealed, sealOf(list)).toString('utf8')) as [
        string,
        string,
      ];
      return { createdAt: new Date(createdAt), id };
    } catch (error) {
      if (error instanceof SealBroken) throw new Problem('invalid', cursorRefused);
      throw error;
    }
  }
}

type ListName = Pick<PagedList<unknown>, 'orgId' | 'name'>;

/** No table has this name, so a cursor cannot be opened as another sealed value, or the reverse. */
function sealOf({ orgId, name }: ListName): SealContext {
  return { table: 'list_cursors', column: name, row: orgId };
}

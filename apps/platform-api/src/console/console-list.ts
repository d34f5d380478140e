import { type PlatformClient } from '@governance/client';
import { type Permission } from '@governance/iam';
import { Clock } from '@governance/kernel';
import { Injectable } from '@nestjs/common';
import { ConsoleApi } from './console-api';
import { type PageRequest } from './console-page';
import { type ShownPage } from './console-pages';
import { ConsolePermissions } from './console-permissions';
import { type FormProblem } from './form-problem';
import {
  type Filter,
  type FilterFields,
  filterIn,
  filterView,
  parametersOf,
  refusedCondition,
} from './list-filter';

const pageSize = 50;

export interface ListContext {
  readonly now: Date;
  /** Of the person who looks at the list. */
  readonly subject: string;
  /** The name or address of this person, if the sign-in has told it. */
  readonly name: string | undefined;
}

export interface ListPart {
  readonly rows: readonly object[];
  readonly next: string | undefined;
  /** Further members of the view. */
  readonly view?: object;
  /** Why the API refused a condition. */
  readonly problem?: FormProblem;
}

/** A resource of the API that the console lists in pages. */
export interface ListDescription<Name extends string, Query extends object> {
  /** The page, and its path below the console. */
  readonly page: string;
  readonly title: string;
  readonly notices?: Readonly<Record<string, string>>;
  /** Opens the controls for changes. */
  readonly writes?: Permission;
  readonly fields: FilterFields<Name>;
  /** The conditions for the API. */
  readonly query: (filter: Filter<Name>, now: Date) => Query;
  readonly read: (
    client: PlatformClient,
    query: Query & { readonly limit: number; readonly cursor?: string },
    context: ListContext,
  ) => Promise<ListPart>;
}

/** The same description, with its types checked against each other. */
export function describeList<Name extends string, Query extends object>(
  list: ListDescription<Name, Query>,
): ListDescription<Name, Query> {
  return list;
}

/** Pages of lists, as the API gives them to this person. */
@Injectable()
export class ConsoleLists {
  constructor(
    private readonly api: ConsoleApi,
    private readonly permissions: ConsolePermissions,
    private readonly clock: Clock,
  ) {}

  async page<Name extends string, Query extends object>(
    { session, query }: PageRequest,
    list: ListDescription<Name, Query>,
  ): Promise<ShownPage> {
    const filter = filterIn(list.fields, query);
    const cursor = cursorIn(query);
    const now = this.clock.now();
    const wanted = { ...list.query(filter, now), limit: pageSize, ...(cursor !== undefined && { cursor }) };
    const context = { now, subject: session.person.subject, name: session.name ?? session.email };
    const [permissions, { rows, next, view: more, problem }] = await Promise.all([
      this.permissions.of(session),
      list.read(this.api.clientOf(session), wanted, context).catch((error: unknown): ListPart => ({
        rows: [],
        next: undefined,
        problem: refusedCondition(list.fields, error),
      })),
    ]);
    const parameters = parametersOf(list.fields, filter);
    const { page, title, notices = {}, writes } = list;
    const view = {
      ...more,
      list: page,
      rows,
      next,
      parameters,
      // One choice has its own entry for all.
      showsAll: parameters !== '' && Object.keys(list.fields).length > 1,
      ...filterView(list.fields, filter, problem),
      // Filtered pages may be empty before the last one.
      hasNone: rows.length === 0 && next === undefined && cursor === undefined && parameters === '',
      mayWrite: writes !== undefined && permissions.has(writes),
    };
    return { page, title, view, notices, ...(problem && { problem }) };
  }
}

function cursorIn({ cursor }: PageRequest['query']): string | undefined {
  return typeof cursor === 'string' ? cursor : undefined;
}

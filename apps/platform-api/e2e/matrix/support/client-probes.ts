import { type HttpAnswer } from '@governance/testing';
import { campaignsPath, newCampaign } from '../../support/campaigns';
import { type CredentialsApp } from '../../support/credentials-app';
import { type NamedClient } from './client-world';

type Ask = (method: string, path: string, body?: object) => Promise<HttpAnswer>;

/** What a route shows of many clients: ids of clients, or of their results. */
interface ListProbe {
  readonly kind: 'list';
  readonly shown: (ask: Ask) => Promise<readonly string[]>;
}

/** What a route does with one client, or with its result, which the request names. */
interface ItemProbe {
  readonly kind: 'item';
  readonly act: (ask: Ask, client: NamedClient) => Promise<HttpAnswer>;
  readonly isDone: (answer: HttpAnswer) => boolean;
  /** What the route does cannot be done again by the next caller. */
  readonly isOnce?: true;
}

/** A route with such a permission that names no client, and shows none. */
interface NoProbe {
  readonly kind: 'none';
  readonly because: string;
}

export type ClientProbe = ListProbe | ItemProbe | NoProbe;

export function askAs(app: Pick<CredentialsApp, 'ask'>, token: string): Ask {
  return (method, path, body) => app.ask(method, path, { token, ...(body && { body }) });
}

type Entry = Readonly<Record<string, unknown>>;

/** A list of pages, with the member that has its entries. */
function pages(path: string, member: string, idOf: (entry: Entry) => unknown): ListProbe {
  return {
    kind: 'list',
    shown: async (ask) => {
      const ids: unknown[] = [];
      let cursor = '';
      do {
        const { status, body } = await ask('GET', `${path}limit=7${cursor}`);
        expect(status).toBe(200);
        ids.push(...(body[member] as Entry[]).map(idOf));
        cursor = typeof body.next_cursor === 'string' ? `&cursor=${body.next_cursor}` : '';
      } while (cursor !== '');
      return ids.map(String);
    },
  };
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A file with ids in its lines. */
function file(path: string): ListProbe {
  return {
    kind: 'list',
    shown: async (ask) => {
      const { status, text } = await ask('GET', path);
      expect(status).toBe(200);
      return text.match(uuids) ?? [];
    },
  };
}

/** The route of a client, or of a result, at its own path. */
function at(
  [method, pathOf]: readonly [method: string, pathOf: (client: NamedClient) => string],
  success: number,
  body?: object,
): ItemProbe {
  return {
    kind: 'item',
    act: (ask, client) => ask(method, pathOf(client), body),
    isDone: ({ status }) => status === success,
  };
}

const client = ({ id }: NamedClient): string => `/org/clients/${id}`;
const result = ({ resultId }: NamedClient): string => `/org/results/${resultId}`;

/** How each route of the route policy shows clients, or acts on one, by its permission. */
export const clientProbes: Readonly<Record<string, ClientProbe>> = {
  'GET /org/clients': pages('/org/clients?', 'clients', ({ id }) => id),
  'POST /org/clients': { kind: 'none', because: 'it names no client' },
  'GET /org/clients/export': file('/org/clients/export'),
  'POST /org/clients/import': {
    kind: 'item',
    act: (ask, { id }) => ask('POST', '/org/clients/import', { csv: `id,tags\n${id},imported\n` }),
    isDone: ({ body }) => body.refused === 0,
  },
  'GET /org/clients/{clientId}': at(['GET', client], 200),
  'PATCH /org/clients/{clientId}': at(['PATCH', client], 200, { tags: ['changed'] }),
  'DELETE /org/clients/{clientId}': { ...at(['DELETE', client], 204), isOnce: true },
  'GET /org/results': pages('/org/results?', 'results', ({ id }) => id),
  'POST /org/results': {
    kind: 'item',
    act: (ask, { id, capability }) => ask('POST', '/org/results', { capability, client_id: id }),
    isDone: ({ status }) => status === 201,
    isOnce: true,
  },
  'GET /org/results/export': file('/org/results/export'),
  'GET /org/results/{resultId}': at(['GET', result], 200),
  'DELETE /org/results/{resultId}': { ...at(['DELETE', result], 204), isOnce: true },
  'GET /org/campaigns': {
    kind: 'item',
    act: (ask, { id }) => ask('GET', `${campaignsPath}?client_id=${id}`),
    isDone: ({ body }) => (body.campaigns as Entry[]).length === 1,
  },
  'POST /org/campaigns': {
    kind: 'item',
    act: (ask, { id }) => ask('POST', campaignsPath, newCampaign([id])),
    isDone: ({ status }) => status === 201,
    isOnce: true,
  },
  'GET /org/campaigns/{campaignId}': {
    kind: 'none',
    because: 'it shows no client, and counts those that the caller sees',
  },
  'GET /org/campaigns/{campaignId}/clients': {
    kind: 'list',
    shown: async (ask) => {
      const { status, body } = await ask('GET', campaignsPath);
      expect(status).toBe(200);
      const [campaign] = body.campaigns as readonly Entry[];
      const path = `${campaignsPath}/${String(campaign?.id)}/clients?`;
      return pages(path, 'clients', ({ client_id: id }) => id).shown(ask);
    },
  },
  'POST /org/campaigns/{campaignId}/close': { kind: 'none', because: 'it needs the sight of all clients' },
  'DELETE /org/campaigns/{campaignId}': { kind: 'none', because: 'it needs the sight of all clients' },
  'GET /iam/audit-events': pages('/iam/audit-events?', 'audit_events', ({ target }) => target),
  'GET /iam/audit-events/export': file('/iam/audit-events/export?format=csv'),
  'GET /iam/audit-events/proof': {
    kind: 'none',
    because: 'a proof is of every event, with ids and no names (ADR 73)',
  },
  'GET /org/clients/{clientId}/review-pack': at(['GET', ({ id }) => `/org/clients/${id}/review-pack`], 202),
  'GET /org/portfolio': { kind: 'none', because: 'it counts; a spec of its store has who sees what' },
  'GET /org/portfolio/clients': pages('/org/portfolio/clients?', 'clients', ({ client_id: id }) => id),
};

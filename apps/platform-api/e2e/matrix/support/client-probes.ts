import { type HttpAnswer } from '@governance/testing';
import { campaignsPath, newCampaign } from '../../support/campaigns';
import { type CredentialsApp } from '../../support/credentials-app';

type Ask = (method: string, path: string, body?: object) => Promise<HttpAnswer>;

/** What a route shows of many clients: the ids that it shows. */
interface ListProbe {
  readonly kind: 'list';
  readonly shown: (ask: Ask) => Promise<readonly string[]>;
}

/** What a route does with one client, whose id the request names. */
interface ItemProbe {
  readonly kind: 'item';
  readonly act: (ask: Ask, id: string) => Promise<HttpAnswer>;
  readonly isDone: (answer: HttpAnswer) => boolean;
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
      let cursor: unknown = '';
      do {
        const { status, body } = await ask(
          'GET',
          `${path}&limit=7${cursor === '' ? '' : `&cursor=${String(cursor)}`}`,
        );
        expect(status).toBe(200);
        ids.push(...(body[member] as Entry[]).map(idOf));
        cursor = body.next_cursor;
      } while (cursor !== undefined);
      return ids.map(String);
    },
  };
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A file, of which every line has at most one of the ids. */
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

/** The route of a client at its own path. */
function ofClient(method: string, success: number, body?: object): ItemProbe {
  return {
    kind: 'item',
    act: (ask, id) => ask(method, `/org/clients/${id}`, body),
    isDone: ({ status }) => status === success,
  };
}

const ofClients = 'operation=org-clients:create';

/** How each route of the route policy shows clients, or acts on one, by its permission. */
export const clientProbes: Readonly<Record<string, ClientProbe>> = {
  'GET /org/clients': pages('/org/clients?archived=false', 'clients', ({ id }) => id),
  'POST /org/clients': { kind: 'none', because: 'it names no client' },
  'GET /org/clients/export': file('/org/clients/export'),
  'POST /org/clients/import': {
    kind: 'item',
    act: (ask, id) => ask('POST', '/org/clients/import', { csv: `id,tags\n${id},imported\n` }),
    isDone: ({ body }) => body.updated === 1 || body.unchanged === 1,
  },
  'GET /org/clients/{clientId}': ofClient('GET', 200),
  'PATCH /org/clients/{clientId}': ofClient('PATCH', 200, { tags: ['changed'] }),
  'DELETE /org/clients/{clientId}': ofClient('DELETE', 204),
  'GET /org/campaigns': {
    kind: 'none',
    because: 'it shows no client, and counts those that the caller sees',
  },
  'POST /org/campaigns': {
    kind: 'item',
    act: (ask, id) => ask('POST', campaignsPath, newCampaign([id])),
    isDone: ({ status }) => status === 201,
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
  'GET /iam/audit-events': pages(`/iam/audit-events?${ofClients}`, 'audit_events', ({ target }) => target),
  'GET /iam/audit-events/export': file(`/iam/audit-events/export?${ofClients}&format=csv`),
  'GET /iam/audit-events/proof': {
    kind: 'none',
    because: 'a proof is of every event, with ids and no names (ADR 73)',
  },
  'GET /org/results': { kind: 'none', because: 'results do not belong to clients yet' },
  'POST /org/results': { kind: 'none', because: 'results do not belong to clients yet' },
  'GET /org/results/export': { kind: 'none', because: 'results do not belong to clients yet' },
  'GET /org/results/{resultId}': { kind: 'none', because: 'results do not belong to clients yet' },
  'DELETE /org/results/{resultId}': { kind: 'none', because: 'results do not belong to clients yet' },
};

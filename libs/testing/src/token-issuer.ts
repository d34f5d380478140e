import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { closeServer, listen } from './listen';
import { mintToken, type TokenDraft } from './mint-token';
import {
  createSigningKey,
  publicJwkOf,
  type SigningAlgorithm,
  signingAlgorithms,
  type TestSigningKey,
} from './test-signing-key';

export interface TokenIssuerOptions {
  /** What tokens are for, unless they say otherwise. */
  readonly audience?: string;
  /** When tokens are made; the real time when absent. */
  readonly now?: () => Date;
}

/** How often each document has been asked for. */
export interface IssuerFetches {
  readonly discovery: number;
  readonly keys: number;
}

export interface MintOptions extends TokenDraft {
  /** The issuer's key that signs; RS256 when absent. */
  readonly alg?: SigningAlgorithm;
}

/** An issuer of access tokens over real HTTP, with discovery and a key set, on this machine. */
export interface TokenIssuer {
  /** The value of `iss`, and where discovery starts. */
  readonly issuer: string;
  readonly jwksUri: string;
  readonly audience: string;
  /** The claims of a token of ten minutes that has just been made, of no kind of caller. */
  baseClaims(): Record<string, unknown>;
  /** A token of a person, valid but for what is said. */
  mint(options?: MintOptions): string;
  /** A token of a machine, valid but for what is said. */
  mintForMachine(clientId: string, options?: MintOptions): string;
  /** The keys that sign now. */
  keys(): readonly TestSigningKey[];
  fetches(): IssuerFetches;
  /** Signs with new keys from now on; the old ones stay published unless they are `withdrawn`. */
  rotate(options?: { readonly withdrawn?: boolean }): void;
  /** Every answer takes this long from now on. */
  slowDown(delayMs: number): void;
  /** Answers every request itself; undefined ends that. */
  answerWith(listener: RequestListener | undefined): void;
  /** Refuses connections until `resume`. */
  stop(): Promise<void>;
  resume(): Promise<void>;
  close(): Promise<void>;
}

const discoveryPath = '/.well-known/openid-configuration';
const keysPath = '/jwks';
const lifeSeconds = 600;

/** What the issuer is at a moment. */
class IssuerState {
  readonly counts = { discovery: 0, keys: 0 };
  delayMs = 0;
  listener: RequestListener | undefined;
  signing: readonly TestSigningKey[] = [];
  published: readonly TestSigningKey[] = [];
  private generation = 0;

  constructor() {
    this.rotate(true);
  }

  rotate(withdrawn: boolean): void {
    this.generation += 1;
    this.signing = signingAlgorithms.map((alg) => createSigningKey(alg, `${alg}-${this.generation}`));
    this.published = withdrawn ? this.signing : [...this.signing, ...this.published];
  }

  keyFor(alg: SigningAlgorithm): TestSigningKey {
    const key = this.signing.find((candidate) => candidate.alg === alg);
    if (key === undefined) throw new Error(`No key for ${alg}`);
    return key;
  }

  answer(req: IncomingMessage, res: ServerResponse, issuer: string): void {
    if (req.url === discoveryPath) this.counts.discovery += 1;
    if (req.url === keysPath) this.counts.keys += 1;
    const answer = this.listener ?? this.documents(issuer);
    if (this.delayMs === 0) answer(req, res);
    else setTimeout(answer, this.delayMs, req, res).unref();
  }

  private documents(issuer: string): RequestListener {
    const documents: Readonly<Record<string, unknown>> = {
      [discoveryPath]: { issuer, jwks_uri: issuer + keysPath },
      [keysPath]: { keys: this.published.map(publicJwkOf) },
    };
    return ({ url = '' }, res) => {
      const document = documents[url];
      res.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' });
      res.end(JSON.stringify(document ?? {}));
    };
  }
}

export async function startTokenIssuer({
  audience = 'https://api.example.org',
  now = () => new Date(),
}: TokenIssuerOptions = {}): Promise<TokenIssuer> {
  const state = new IssuerState();
  const server = createServer((req, res) => {
    state.answer(req, res, issuer);
  });
  const stop = async (): Promise<void> => {
    if (server.listening) await closeServer(server);
  };
  const port = await listen(server);
  const issuer = `http://127.0.0.1:${port}`;
  const baseClaims = (): Record<string, unknown> => {
    const iat = Math.floor(now().getTime() / 1_000);
    return { iss: issuer, aud: audience, iat, exp: iat + lifeSeconds, jti: `token-${iat}` };
  };
  const mint = (own: Record<string, unknown>, { alg = 'RS256', claims, ...draft }: MintOptions): string =>
    mintToken({ ...draft, claims: { ...baseClaims(), ...own, ...claims } }, state.keyFor(alg));
  return {
    issuer,
    jwksUri: issuer + keysPath,
    audience,
    baseClaims,
    mint: (options = {}) => {
      const { iat } = baseClaims();
      return mint({ sub: 'person-1', client_id: 'app-1', auth_time: iat, sid: 'session-1' }, options);
    },
    mintForMachine: (clientId, options = {}) => mint({ sub: clientId, client_id: clientId }, options),
    keys: () => state.signing,
    fetches: () => ({ ...state.counts }),
    rotate: ({ withdrawn = false } = {}) => {
      state.rotate(withdrawn);
    },
    slowDown: (delayMs) => {
      state.delayMs = delayMs;
    },
    answerWith: (listener) => {
      state.listener = listener;
    },
    stop,
    resume: async () => {
      await listen(server, port);
    },
    close: stop,
  };
}

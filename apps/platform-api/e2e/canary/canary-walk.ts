import { callHttp, type HttpAnswer } from '@governance/testing';
import { createPrivateKey, randomBytes } from 'node:crypto';
import { CanarySearch } from './canary-search';

/** A complete response of a program. */
export interface Heard {
  /** The method and URL. */
  readonly request: string;
  readonly text: string;
  /** The canaries that the response may contain, because it issues them. */
  readonly mayHold: readonly string[];
}

export interface WalkRequest {
  readonly token?: string | undefined;
  /** JSON; a string is sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly mayHold?: readonly string[];
}

export const tokenParts = ['header', 'payload', 'signature'].map((part) => `the ${part} of a token`);

/** A sequence of requests with canaries in every possible place, and records all responses. */
export class CanaryWalk {
  readonly canaries = new CanarySearch();
  readonly heard: Heard[] = [];

  /** A new random secret, searched for from now on. */
  canary(name: string): string {
    const value = `canary${randomBytes(24).toString('hex')}`;
    this.canaries.add(name, value);
    return value;
  }

  /** Adds the three parts of a token as secrets. All headers begin alike, in examples too. */
  token(token: string): string {
    token.split('.').forEach((part, index) => {
      this.canaries.add(tokenParts[index] ?? '', index === 0 ? part.slice(-24) : part);
    });
    return token;
  }

  /** Adds the secret part of a private key. */
  privateKey(name: string, pem: string): string {
    const { d, p, q } = createPrivateKey(pem).export({ format: 'jwk' });
    for (const value of [d, p, q]) if (value) this.canaries.add(name, Buffer.from(value, 'base64url'));
    return pem;
  }

  /** Sends a request and checks its status. `request` is a method and a URL. */
  async ask(expected: number, request: string, options: WalkRequest = {}): Promise<HttpAnswer> {
    const [method = '', url = ''] = request.split(' ');
    const answer = await callHttp(url, initOf(method, options));
    const { mayHold = [] } = options;
    this.heard.push({ request, text: wholeOf(answer), mayHold });
    expect([request, answer.status, answer.text]).toEqual([request, expected, expect.any(String)]);
    return answer;
  }

  /** Requests a secret and adds it as a canary. */
  async issue(expected: number, request: string, options: WalkRequest = {}): Promise<HttpAnswer> {
    const name = `secret ${this.heard.length}`;
    const answer = await this.ask(expected, request, { ...options, mayHold: [name] });
    this.canaries.add(name, String(answer.body.client_secret));
    return answer;
  }
}

function wholeOf({ headers, text }: HttpAnswer): string {
  return [...[...headers].map((header) => header.join(': ')), text].join('\n');
}

function initOf(method: string, { token, body, headers }: WalkRequest): RequestInit {
  return {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}

import { createSigningKey, publicJwkOf, startTokenIssuer, type TokenIssuer } from '@governance/testing';
import { Logger } from '@nestjs/common';
import { type RequestListener } from 'node:http';
import { acceptedIssuer, Verifier } from '../../spec/support/verifier';
import { type AcceptedIssuer } from '../caller/token-settings';
import { IssuerChecks } from './issuer-checks';
import { emptyCooldownMs } from './issuer-keys';
import { TrustedIssuers } from './trusted-issuers';

function json(value: unknown): RequestListener {
  return (_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
}

describe('the check of the issuers at startup', () => {
  let issuer: TokenIssuer;
  let other: TokenIssuer;
  let lines: Record<string, unknown>[];
  beforeEach(async () => {
    lines = [];
    const note = (line: Record<string, unknown>): number => lines.push(line);
    Logger.overrideLogger({ log: note, warn: note, error: note });
    [issuer, other] = [await startTokenIssuer(), await startTokenIssuer()];
  });
  afterEach(() => Promise.all([issuer.close(), other.close()]));

  const discovered = (one: TokenIssuer): AcceptedIssuer => ({ ...acceptedIssuer(one), jwksUri: undefined });
  const check = (...accepted: AcceptedIssuer[]): Promise<void> =>
    new IssuerChecks(new TrustedIssuers(accepted)).run(0);

  it('accepts issuers with their own discovery documents and usable keys', async () => {
    await expect(check(discovered(issuer), acceptedIssuer(other))).resolves.toBeUndefined();
    expect(lines).toEqual([]);
  });

  it('fetches the keys, so that the first token needs no request', async () => {
    const verifier = new Verifier(issuer);
    await new IssuerChecks(verifier.issuers).run();
    await verifier.identify(issuer.mint());
    expect(issuer.fetches().keys).toBe(1);
    verifier.close();
  });

  it('refuses the start when discovery is about another issuer § V9.1.3 V10.5.3', async () => {
    issuer.answerWith(json({ issuer: `${issuer.issuer}/`, jwks_uri: issuer.jwksUri }));
    const words = `is about another issuer than ${issuer.issuer}, the accepted one`;
    await expect(check(discovered(other), discovered(issuer))).rejects.toThrow(words);
    await expect(check(acceptedIssuer(issuer))).rejects.toThrow(words);
    await expect(check(acceptedIssuer(issuer))).rejects.toMatchObject({ name: 'StartRefused' });
  });

  it.each([
    ['no key', () => ({ keys: [] })],
    [
      'keys for encryption alone',
      () => ({ keys: [{ ...publicJwkOf(createSigningKey('ES256', 'a')), use: 'enc' }] }),
    ],
    [
      'a key without a kid',
      () => ({ keys: [{ ...publicJwkOf(createSigningKey('ES256', 'a')), kid: undefined }] }),
    ],
  ])('refuses the start when the key set has %s', async (_, keys) => {
    other.answerWith(json(keys()));
    const accepted = { ...acceptedIssuer(issuer), jwksUri: other.jwksUri };
    await expect(check(accepted)).rejects.toThrow(
      `the key set of the issuer ${issuer.issuer} has no usable key`,
    );
  });

  it('starts during an outage, and names the issuer that does not answer', async () => {
    await issuer.stop();
    await expect(check(discovered(issuer), discovered(other))).resolves.toBeUndefined();
    expect(lines).toContainEqual({
      msg: 'an issuer does not answer; its tokens are answered 503 until it does',
      issuer: issuer.issuer,
    });
    expect(lines.filter((line) => line.issuer === other.issuer)).toEqual([]);
  });

  it('asks an issuer again that does not answer at first', async () => {
    let elapsed = 0;
    const elapsedMs = (): number => (elapsed += emptyCooldownMs);
    issuer.answerWith((_req, res) => {
      issuer.answerWith(undefined);
      res.writeHead(503).end();
    });
    await new IssuerChecks(new TrustedIssuers([discovered(issuer)], { elapsedMs })).run(0);
    expect(issuer.fetches().keys).toBe(1);
    expect(lines).toEqual([
      expect.objectContaining({ msg: 'the issuer did not answer with its keys; known ones keep working' }),
    ]);
  });

  it.each([
    ['an error', 500, '{}'],
    ['a page of a proxy', 200, '<html>'],
  ])('counts %s as an outage', async (_, status, body) => {
    issuer.answerWith((_req, res) => {
      res.writeHead(status).end(body);
    });
    await expect(check(discovered(issuer))).resolves.toBeUndefined();
    expect(lines).not.toEqual([]);
  });

  it('needs no discovery document where the settings name the key set', async () => {
    const accepted = acceptedIssuer(issuer, { issuer: `${other.issuer}/realms/unknown` });
    await expect(check(accepted)).resolves.toBeUndefined();
    expect(lines).toEqual([]);
  });
});

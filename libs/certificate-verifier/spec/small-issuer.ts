import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { attachmentNames } from '../src/attachment-names';
import { type PrintedPage } from '../src/check-printed-page';
import { type ResultData } from '../src/check-result-data';
import { bytesOutside, sealPlace } from '../src/document-seal';
import { IssuerKeySet } from '../src/issuer-key-set';
import { jwsTypes } from '../src/jws-types';
import { printedReason } from '../src/launch-reason';
import {
  dayInWords,
  heading,
  layouts,
  logEntryInWords,
  modeInWords,
  renewBy,
  statements,
} from '../src/page-layouts';
import { smallPdf } from './small-pdf';

export const publicBaseUrl = 'https://assess.example.org';
export const rubric = { id: 'ai-governance-msp', version: '1.1.0', sha256: 'ab'.repeat(32) };
const issuer = `${publicBaseUrl}/.well-known/issuer.json`;
const statusList = `${publicBaseUrl}/.well-known/status/0`;
const mode = 'msp-self';

/** What a certificate says. */
export interface Claims {
  readonly id: string;
  readonly issuedAt: Date;
  readonly overallScore: number;
  readonly statusIndex: number;
  readonly domain?: { readonly name: string; readonly provenAt: string };
}

export type Layout = ResultData['layout'];

/** A certificate without its page. */
export interface SmallCertificate {
  readonly credential: string;
  readonly result: ResultData;
  readonly proof?: string | undefined;
}

/** Signs any claims with one key of the issuer, as its thief can. */
export class SmallIssuer {
  private readonly privateKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  readonly keyId: string;

  constructor(name: string) {
    this.keyId = `${publicBaseUrl}/.well-known/keys/${name}`;
  }

  static keySet(issuers: readonly SmallIssuer[]): IssuerKeySet {
    return new IssuerKeySet({
      keys: issuers.map(({ keyId: kid, privateKey }) => ({ kid, ...privateKey.export({ format: 'jwk' }) })),
    });
  }

  credential({ id, issuedAt, overallScore, statusIndex, domain }: Claims): string {
    const validFrom = secondOf(issuedAt);
    return this.signed(jwsTypes.credential, {
      id: verificationUrl(id),
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      issuer: { id: issuer },
      validFrom: validFrom.toISOString(),
      credentialSubject: {
        id: `urn:uuid:${id}`,
        selfAssessment: { mode, overallScore, tier: 'Ready', launchAllowed: true, rubric },
        ...(domain && { controlledDomain: domain }),
      },
      credentialStatus: {
        type: 'BitstringStatusListEntry',
        statusListIndex: String(statusIndex),
        statusListCredential: statusList,
      },
      iss: issuer,
      jti: verificationUrl(id),
      sub: `urn:uuid:${id}`,
      nbf: validFrom.getTime() / 1000,
    });
  }

  /** The sealed PDF. */
  pdf({ credential, result, proof }: SmallCertificate): Uint8Array {
    const pdf = smallPdf(
      new Map([
        [attachmentNames.credential, JSON.stringify({ credential })],
        [attachmentNames.result, JSON.stringify(result)],
        ...(proof === undefined ? [] : ([[attachmentNames.logProof, proof]] as const)),
      ]),
    );
    const place = sealPlace(pdf);
    const sha256 = createHash('sha256')
      .update(bytesOutside(pdf, [place]))
      .digest('base64url');
    pdf.write(
      this.signed(jwsTypes.documentSeal, { iss: issuer, sub: `urn:uuid:${result.id}`, sha256 }),
      place.from,
      'latin1',
    );
    return pdf;
  }

  /** The status list, with some certificates withdrawn. */
  statusList(withdrawn: readonly number[], at: Date): string {
    const bits = Buffer.alloc(16_384);
    for (const index of withdrawn)
      bits.writeUInt8(bits.readUInt8(index >> 3) | (0x80 >> (index & 7)), index >> 3);
    return this.signed(jwsTypes.credential, {
      id: statusList,
      type: ['VerifiableCredential', 'BitstringStatusListCredential'],
      iss: issuer,
      validFrom: at.toISOString(),
      credentialSubject: {
        statusPurpose: 'revocation',
        encodedList: `u${gzipSync(bits).toString('base64url')}`,
      },
    });
  }

  private signed(typ: string, payload: object): string {
    const parts = [{ alg: 'ES256', kid: this.keyId, typ }, payload].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const text = parts.join('.');
    const key = { key: this.privateKey, dsaEncoding: 'ieee-p1363' } as const;
    return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
  }
}

/** The attached result. */
export function resultOf(
  { id, issuedAt, overallScore, domain }: Claims,
  layout: Layout,
  logEntry?: number,
): ResultData {
  return {
    layout,
    id,
    issuedAt: issuedAt.toISOString(),
    mode,
    overallScore,
    tier: 'Ready',
    launchAllowed: true,
    launchReason: 'Ready to launch: all controls are met.',
    domainScores: [],
    rubric,
    verificationUrl: verificationUrl(id),
    ...(domain && { domain }),
    ...(logEntry !== undefined && { logEntry }),
  };
}

/** The page that shows a result. */
export function pageOf(result: ResultData): PrintedPage {
  const words = layouts[result.layout];
  const issuedAt = new Date(result.issuedAt);
  const text = [
    heading,
    statements[result.mode],
    ...(result.domain
      ? [
          'Domain Controlled by',
          result.domain.name,
          'proven to the issuer on',
          dayInWords(new Date(result.domain.provenAt)),
        ]
      : []),
    `Overall result ${result.overallScore} out of 100 Tier ${result.tier} Launch verdict ${words.allowed}`,
    printedReason(result.launchReason).summary,
    `Scores by domain of 100 Verify this certificate ${result.verificationUrl}`,
    `Scored by the service from the answers given${words.limits}`,
    !result.domain && 'anonymous' in words ? words.anonymous : '',
    words.proof,
    `Certificate ${result.id} Issued ${dayInWords(issuedAt)} Renew by ${dayInWords(renewBy(issuedAt))} (advised)`,
    `Assessed ${modeInWords[result.mode]}`,
    `Rubric ${rubric.id} ${rubric.version} SHA-256 ${rubric.sha256.slice(0, 16)}…`,
    result.logEntry === undefined ? '' : logEntryInWords(result.logEntry),
  ];
  return { pages: 1, text: text.join(' '), qrCodes: [result.verificationUrl] };
}

function verificationUrl(id: string): string {
  return `https://api.example.org/api/certification/verify/${id}`;
}

function secondOf(date: Date): Date {
  return new Date(Math.floor(date.getTime() / 1000) * 1000);
}

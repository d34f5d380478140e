import {
  type CertifiableResult,
  type CredentialSigner,
  type DueStatusList,
  type HolderProof,
  type HolderProofSigner,
  type IssuerPublicKey,
  logOrigin,
  type SignedCredential,
  type StatusEntry,
  type StatusListSigner,
} from '@governance/assessments';
import {
  holderDigestMethod,
  type JwsType,
  jwsTypes,
  signatureAlgorithm,
  type TreeHeadClaims,
} from '@governance/certificate-verifier';
import { productName } from '@governance/design';
import { type TreeHead } from '@governance/iam';
import { type IssuerKeys } from '@governance/keyring';
import { type NamedKey, noteSigner, type NoteSigner, verifierKey } from '@governance/transparency';
import { CompactSign } from 'jose';
import { sign, X509Certificate } from 'node:crypto';
import { type DocumentSigner } from '../pdf/issued-pdf';
import { selfSignedCertificate } from '../pdf/self-signed-certificate';
import { credentialDocument, type SurfaceAddresses } from './credential-document';
import { holderDigest, newSalt } from './holder-digest';
import { issuerAddresses } from './issuer-addresses';
import { statusListDocument } from './status-list-document';

/** Signs credentials, seals, status lists and holder proofs with the newest issuer key. Only the worker creates one. */
export class JoseIssuer implements CredentialSigner, StatusListSigner, HolderProofSigner {
  readonly keyId: string;
  private readonly issuer: string;
  private readonly x509: Uint8Array;

  constructor(
    private readonly keys: IssuerKeys,
    readonly addresses: SurfaceAddresses,
  ) {
    const { keyOf, profile } = issuerAddresses(addresses.publicBaseUrl);
    this.keyId = keyOf(keys.thumbprint);
    this.issuer = profile;
    this.x509 = keys.certificate ?? selfSigned(keys);
  }

  /** When PDF viewers begin to warn of the signer. */
  get signerExpiresAt(): Date {
    return new Date(new X509Certificate(this.x509).validTo);
  }

  /** The keys for verifiers. Publish them before anything is signed. */
  publicKeys(): IssuerPublicKey[] {
    const { keyOf } = issuerAddresses(this.addresses.publicBaseUrl);
    return this.keys.published.map(({ kty, crv, x, y, thumbprint }) => ({
      kid: keyOf(thumbprint),
      kty,
      crv,
      x,
      y,
      alg: signatureAlgorithm,
      use: 'sig',
    }));
  }

  /** Signs the checkpoints of the certificate log. */
  get logSigner(): NoteSigner {
    return noteSigner(this.logKey, (bytes) => Promise.resolve(this.keys.signForLog(bytes)));
  }

  /** The key of the certificate log, as its verifiers write it. */
  get logVerifierKey(): string {
    return verifierKey(this.logKey, 'note');
  }

  /** The `kid` of each key that signed before the certificate log began. */
  get keyIdsBeforeLog(): readonly string[] {
    const { keyOf } = issuerAddresses(this.addresses.publicBaseUrl);
    return this.keys.thumbprintsBeforeLog.map(keyOf);
  }

  async sign(result: CertifiableResult, status: StatusEntry): Promise<SignedCredential> {
    const document = credentialDocument(result, status, this.addresses);
    return { credential: await this.signed(jwsTypes.credential, document), keyId: this.keyId };
  }

  signStatusList(due: DueStatusList, at: Date): Promise<string> {
    return this.signed(jwsTypes.credential, statusListDocument(due, this.addresses.publicBaseUrl, at));
  }

  async signHolderProof(resultId: string, address: string): Promise<HolderProof> {
    const salt = newSalt();
    const holder = { method: holderDigestMethod, digest: holderDigest(address, salt) };
    const claims = { iss: this.issuer, sub: `urn:uuid:${resultId}`, holder };
    return { salt, proof: await this.signed(jwsTypes.holderProof, claims) };
  }

  /** What signs the documents of a certificate: the seal for our verifiers, and the signature for PDF viewers. */
  documentSigner(resultId: string): DocumentSigner {
    const claims = { iss: this.issuer, sub: `urn:uuid:${resultId}` };
    const { privateKey: key } = this.keys;
    return {
      x509: this.x509,
      seal: (sha256) => this.signed(jwsTypes.documentSeal, { ...claims, sha256 }),
      ecdsa: (bytes) => Uint8Array.from(sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' })),
    };
  }

  /** Signs a head of the tree of an organization's audit events. */
  signTreeHead({ orgId, size, root, at, rememberedSince }: TreeHead): Promise<string> {
    const claims: TreeHeadClaims = {
      org_id: orgId,
      tree_size: size,
      root_hash: root.toString('hex'),
      created_at: at.toISOString(),
      remembered_since: rememberedSince?.toISOString(),
    };
    return this.signed(jwsTypes.treeHead, { iss: this.issuer, ...claims });
  }

  private get logKey(): NamedKey {
    return { name: logOrigin(this.addresses.publicBaseUrl), publicKey: this.keys.logPublicKey };
  }

  private signed(typ: JwsType, payload: object): Promise<string> {
    return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
      .setProtectedHeader({ alg: signatureAlgorithm, kid: this.keyId, typ })
      .sign(this.keys.privateKey);
  }
}

/** For a key file without one. Each start makes another signature of it, so `issuer-keys certify` is better. */
function selfSigned({ privateKey, createdAt }: IssuerKeys): Buffer {
  return selfSignedCertificate({ privateKey, name: productName, validFrom: createdAt });
}

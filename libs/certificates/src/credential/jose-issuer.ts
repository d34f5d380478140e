import {
  type CertifiableResult,
  type CredentialSigner,
  type DueStatusList,
  type HolderProof,
  type HolderProofSigner,
  type IssuerPublicKey,
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
import { type TreeHead } from '@governance/iam';
import { type IssuerKeys } from '@governance/keyring';
import { CompactSign } from 'jose';
import { credentialDocument, type SurfaceAddresses } from './credential-document';
import { holderDigest, newSalt } from './holder-digest';
import { issuerAddresses } from './issuer-addresses';
import { statusListDocument } from './status-list-document';

/** Signs credentials, seals, status lists and holder proofs with the newest issuer key. Only the worker creates one. */
export class JoseIssuer implements CredentialSigner, StatusListSigner, HolderProofSigner {
  readonly keyId: string;
  private readonly issuer: string;

  constructor(
    private readonly keys: IssuerKeys,
    private readonly addresses: SurfaceAddresses,
  ) {
    const { keyOf, profile } = issuerAddresses(addresses.publicBaseUrl);
    this.keyId = keyOf(keys.thumbprint);
    this.issuer = profile;
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

  /** Signs the digest (base64url of SHA-256) of a document. */
  signDocument(resultId: string, sha256: string): Promise<string> {
    const claims = { iss: this.issuer, sub: `urn:uuid:${resultId}`, sha256 };
    return this.signed(jwsTypes.documentSeal, claims);
  }

  /** Signs a head of the tree of an organization's audit events. */
  signTreeHead({ orgId, size, root, at }: TreeHead): Promise<string> {
    const claims: TreeHeadClaims = {
      org_id: orgId,
      tree_size: size,
      root_hash: root.toString('hex'),
      created_at: at.toISOString(),
    };
    return this.signed(jwsTypes.treeHead, { iss: this.issuer, ...claims });
  }

  private signed(typ: JwsType, payload: object): Promise<string> {
    return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
      .setProtectedHeader({ alg: signatureAlgorithm, kid: this.keyId, typ })
      .sign(this.keys.privateKey);
  }
}

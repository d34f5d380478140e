import { Keyring } from '@governance/keyring';
import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import { SiteAddresses } from './site-addresses';

const purpose = 'result-page';
const idLength = 16;
/** 160 bits: id and hash together are 48 characters without padding, all of them significant. */
const macLength = 20;
const shape = /^[A-Za-z0-9_-]{48}$/;

/**
 * The addresses of result pages: an id with its keyed hash. An address gives access to the plan of a result, and cannot be
 * made from the certificate's id alone.
 */
@Injectable()
export class ResultCapabilities {
  constructor(
    private readonly keyring: Keyring,
    private readonly addresses: SiteAddresses,
  ) {}

  /** The URL of a result's page. */
  urlOf(id: string): string {
    return `${this.addresses.publicBaseUrl}/results/${this.of(id)}`;
  }

  /** The capability of a UUID, made with the newest key. */
  of(id: string): string {
    const bytes = bytesOf(id);
    return Buffer.concat([bytes, cut(this.keyring.mac(purpose, bytes))]).toString('base64url');
  }

  /** The id in a capability made with any of our keys; undefined for any other text. */
  idOf(capability: string): string | undefined {
    if (!shape.test(capability)) return undefined;
    const bytes = Buffer.from(capability, 'base64url');
    const [id, mac] = [bytes.subarray(0, idLength), bytes.subarray(idLength)];
    const genuine = this.keyring.macs(purpose, id).some((known) => timingSafeEqual(cut(known), mac));
    return genuine ? uuidOf(id) : undefined;
  }
}

function cut(mac: Buffer): Buffer {
  return mac.subarray(0, macLength);
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

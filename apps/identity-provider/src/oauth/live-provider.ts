import { type Keyring } from '@governance/keyring';
import { Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type RequestListener } from 'node:http';
import type Provider from 'oidc-provider';
import { type KeySchedule, scheduleOf } from '../signing/key-schedule';
import { type SigningKey } from '../signing/signing-key';
import { type SigningKeyStore } from '../signing/signing-key.store';
import { createProvider } from './create-provider';
import { type ProviderParts } from './provider-configuration';

export interface LiveProviderParts extends Omit<ProviderParts, 'keys'> {
  readonly keyring: Keyring;
  readonly signingKeys: SigningKeyStore;
  readonly signingKeyDays: number;
}

interface Current {
  readonly kids: string;
  readonly provider: Provider;
  readonly handle: RequestListener;
}

/** Much shorter than the time between publishing a key and signing with it. */
const refreshEveryMs = 30_000;
const dayMs = 24 * 60 * 60_000;

/** The provider with the current signing keys. A request completes with the keys with which it started. */
export class LiveProvider implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('SigningKeys');
  private current: Current | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly parts: LiveProviderParts) {}

  get handle(): RequestListener {
    return this.started.handle;
  }

  get provider(): Provider {
    return this.started.provider;
  }

  async onModuleInit(): Promise<void> {
    await this.refresh();
    this.timer = setInterval(() => void this.refreshOrKeep(), refreshEveryMs).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Reloads the keys: picks up database changes and scheduled transitions. */
  async refresh(now = new Date()): Promise<void> {
    const { signingKeys, signingKeyDays } = this.parts;
    await signingKeys.keepUp(now, signingKeyDays * dayMs);
    const schedule = scheduleOf(await signingKeys.all(), now);
    if (!schedule) throw new Error('no signing key is active');
    this.use(schedule);
  }

  private get started(): Current {
    if (!this.current) throw new Error('the provider is not started');
    return this.current;
  }

  private async refreshOrKeep(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      this.log.warn({ msg: 'signing keys refresh failed', err: error });
    }
  }

  private use({ signing, published }: KeySchedule<SigningKey>): void {
    const kids = published.map(({ kid }) => kid).join(' ');
    if (kids === this.current?.kids) return;
    const others = published.filter((key) => key !== signing);
    const provider = createProvider({ ...this.parts, keys: [signing, ...others] }, this.parts.keyring);
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- Koa answers its own rejections
    this.current = { kids, provider, handle: provider.callback() };
    this.log.log({ msg: 'signing keys in use', signing: signing.kid, published: published.length });
  }
}

import { Injectable } from '@nestjs/common';
import { type SessionEnd, SessionEndsStore } from '../people/session-ends.store';

/** The most ends in an answer. */
const most = 100;

/** Users whose sessions have ended, until the platform has recorded them. */
@Injectable()
export class SessionEndsService {
  constructor(private readonly ends: SessionEndsStore) {}

  /** Oldest first. */
  list(): Promise<SessionEnd[]> {
    return this.ends.list(most);
  }

  remove(id: string): Promise<void> {
    return this.ends.remove(id);
  }
}

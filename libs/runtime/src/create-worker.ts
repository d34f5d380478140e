import { type DynamicModule, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { NestLog } from './logging/nest-log';
import { createProgramLog, type ProgramLog } from './logging/program-log';
import { ProgramModule } from './program.module';

export interface WorkerOptions {
  readonly module: Type | DynamicModule;
  /** The program's log; false in tests that do not want to see it. */
  readonly logger: ProgramLog | false;
}

/** The Nest application of a program that serves no surface, started: over HTTP it has its management port only. */
export async function createWorker({ module, logger }: WorkerOptions): Promise<INestApplicationContext> {
  const log = logger || createProgramLog({ program: 'worker', level: 'silent' });
  return NestFactory.createApplicationContext(ProgramModule.around(module), {
    // A failed start is the caller's to report.
    abortOnError: false,
    logger: new NestLog(log),
  });
}

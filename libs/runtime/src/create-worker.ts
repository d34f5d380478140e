import { type DynamicModule, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { NestLog } from './logging/nest-log';
import { createProgramLog, type ProgramLog } from './logging/program-log';
import { ProgramModule } from './program.module';

export interface WorkerOptions {
  readonly module: Type | DynamicModule;
  /** The program's log; false to disable it in tests. */
  readonly logger: ProgramLog | false;
}

/** Starts the Nest application of a program without a surface. Its only HTTP server is the management port. */
export async function createWorker({ module, logger }: WorkerOptions): Promise<INestApplicationContext> {
  const log = logger || createProgramLog({ program: 'worker', level: 'silent' });
  return NestFactory.createApplicationContext(ProgramModule.around(module), {
    // The caller reports a failed start.
    abortOnError: false,
    logger: new NestLog(log),
  });
}

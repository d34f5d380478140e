import { type DynamicModule, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import { ProgramModule } from '@governance/runtime';

/** An application without connections: its routes can be read but not called. */
export async function previewHttpApp(module: Type | DynamicModule): Promise<NestExpressApplication> {
  const adapter = new ExpressAdapter(express());
  const app = await NestFactory.create<NestExpressApplication>(ProgramModule.around(module), adapter, {
    preview: true,
    logger: false,
    abortOnError: false,
  });
  return app.init();
}

import { createElement, Fragment } from 'react';
import type { RouterProvider } from 'ra-core';
import { Link } from './Link';
import { match } from './match';
import { Navigate } from './Navigate';
import { Outlet, Route, Routes } from './Routes';
import { useBlocker } from './useBlocker';
import { useLocation } from './useLocation';
import { useNavigate } from './useNavigate';
import { useParams } from './useParams';

/** Our router in the shape react-admin asks for, under the name of the one it replaces at build time. */
export const reactRouterProvider: RouterProvider = {
  useLocation,
  useNavigate,
  useParams,
  useBlocker,
  useMatch: ({ path, end }) => match(path, useLocation().pathname, end ?? true),
  useInRouterContext: () => true,
  useCanBlock: () => true,
  Link,
  Navigate,
  Route,
  Routes,
  Outlet,
  matchPath: (pattern, pathname) =>
    typeof pattern === 'string' ? match(pattern, pathname, true) : match(pattern.path, pathname, pattern.end ?? true),
  RouterWrapper: ({ children }) => createElement(Fragment, null, children),
};

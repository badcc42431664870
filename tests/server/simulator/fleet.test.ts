import { expect, test } from 'vitest'
import { createSimulation } from '#server/simulator/demo/simulation.ts'

const { companies } = createSimulation(5)
const vehicles = companies.flatMap((company) => company.vehicles)

test('three companies have 260, 40 and 12 trucks, heavy and medium ones', () => {
  expect(companies.map((company) => company.vehicles.length)).toEqual([260, 40, 12])
  for (const company of companies)
    expect(new Set(company.vehicles.map(({ model }) => model.segment))).toEqual(new Set(['HDT', 'MDT']))
})

test('registrations, IMEIs and VINs are well formed and unique', () => {
  for (const { registration, imei, vin } of vehicles) {
    expect(registration).toMatch(/^[A-Z]{2} \d[\dA-Z] [A-Z]{2} \d{4}$/)
    expect(imei).toMatch(/^\d{15}$/)
    expect(vin).toMatch(/^[A-HJ-NPR-Z\d]{17}$/)
  }
  for (const name of ['registration', 'imei', 'vin'] as const)
    expect(new Set(vehicles.map((vehicle) => vehicle[name])).size).toBe(vehicles.length)
})

test('a seed keeps its trucks from release to release: those of an installed demo are found by their IMEI', () => {
  const [first, second] = vehicles
  expect([first, second].map((vehicle) => [vehicle?.registration, vehicle?.imei])).toEqual([
    ['TN 01 JY 0916', '868454922937503'],
    ['KA 51 YX 6726', '863626859710897'],
  ])
})

test('every fleet has a truck whose tracker falls silent', () => {
  for (const company of companies) expect(company.vehicles.some(({ truck }) => truck.flakyTracker)).toBe(true)
})

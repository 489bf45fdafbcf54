"""The network in other people's runtimes, for comparison: ONNX Runtime and OpenVINO."""

from __future__ import annotations

import importlib.util
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

Features = NDArray[np.uint64]
Planes = NDArray[np.float32]

_TRAPS = (18, 21, 42, 45)


def planes_of(features: Features) -> Planes:
    """What the network sees: (n, 24, 8, 8)."""
    squares = np.arange(64, dtype=np.uint64)
    planes = np.zeros((len(features), 24, 64), dtype=np.float32)
    planes[:, :16] = (features[:, :16, None] >> squares) & np.uint64(1)
    planes[:, 16:20] = (features[:, 16:, None] == np.arange(1, 5)[:, None])[:, :, :1]
    planes[:, 20, _TRAPS] = 1.0
    planes[:, 21] = np.arange(64) // 8 / 7.0
    planes[:, 22] = np.abs(np.arange(64) % 8 - 3.5) / 3.5
    planes[:, 23] = 1.0
    return planes.reshape(-1, 24, 8, 8)


class _Graph:
    def __init__(self, arrays: Any) -> None:
        self._arrays = arrays
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def add(self, kind: str, inputs: list[str], **attributes: object) -> str:
        name = f"{kind}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], **attributes))
        return name

    def constant(self, name: str, array: NDArray[Any]) -> str:
        self.constants.append(numpy_helper.from_array(array, name))
        return name

    def weights(self, i: int) -> list[str]:
        return [
            self.constant(f"{part}{i}", self._arrays[f"{part}{i}"].astype(np.float32))
            for part in ("weight", "bias")
        ]

    def convolve(self, x: str, i: int) -> str:
        pad = self._arrays[f"weight{i}"].shape[2] // 2
        return self.add("Conv", [x, *self.weights(i)], pads=[pad] * 4)


def make_model(weights: Path) -> onnx.ModelProto:
    """The network of a ``.npz`` file."""
    with np.load(weights) as arrays:
        blocks, channels, value_channels, _ = (int(x) for x in arrays["shape"])
        graph = _Graph(arrays)
        x = graph.add("Relu", [graph.convolve("planes", 0)])
        for i in range(1, 2 * blocks, 2):
            y = graph.convolve(graph.add("Relu", [graph.convolve(x, i)]), i + 1)
            x = graph.add("Relu", [graph.add("Add", [x, y])])
        heads = graph.add("Relu", [graph.convolve(x, 2 * blocks + 1)])
        ends = [0, channels - value_channels, channels]
        ends_of = [graph.constant(f"end{i}", np.array([end])) for i, end in enumerate(ends)]
        axis = graph.constant("axis", np.array([1]))
        policy = graph.add("Slice", [heads, ends_of[0], ends_of[1], axis])
        value = graph.add("Slice", [heads, ends_of[1], ends_of[2], axis])
        graph.convolve(policy, 2 * blocks + 2)
        policy_name = graph.nodes[-1].output[0]
        value = graph.add("Flatten", [graph.add("Transpose", [value], perm=[0, 2, 3, 1])])
        hidden = graph.add(
            "Relu", [graph.add("Gemm", [value, *graph.weights(2 * blocks + 3)], transB=1)]
        )
        scalars = graph.add("Gemm", [hidden, *graph.weights(2 * blocks + 4)], transB=1)
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "gajah",
            [helper.make_tensor_value_info("planes", TensorProto.FLOAT, ["n", 24, 8, 8])],
            [
                helper.make_tensor_value_info(policy_name, TensorProto.FLOAT, ["n", 4, 8, 8]),
                helper.make_tensor_value_info(scalars, TensorProto.FLOAT, ["n", 3]),
            ],
            graph.constants,
        ),
        opset_imports=[helper.make_opsetid("", 17)],
    )
    model.ir_version = 9
    onnx.checker.check_model(model)
    return model


def runtimes(weights: Path, features: Features) -> dict[str, Callable[[Features], object]]:
    """Ways to ask the network, as far as the packages are installed."""
    model = make_model(weights)
    found: dict[str, Callable[[Features], object]] = {}
    whole = None
    if importlib.util.find_spec("onnxruntime"):
        whole = _whole_numbers(model, planes_of(features))
        found["ONNX Runtime, fp32"] = _onnxruntime(model)
        found["ONNX Runtime, int8"] = _onnxruntime(whole)
    if importlib.util.find_spec("openvino"):
        found["OpenVINO, fp32"] = _openvino(model, "f32")
        found["OpenVINO, bf16"] = _openvino(model, "bf16")
        if whole is not None:
            found["OpenVINO, int8"] = _openvino(whole, "f32")
    return found


def _onnxruntime(model: onnx.ModelProto) -> Callable[[Features], object]:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    return lambda features: session.run(None, {"planes": planes_of(features)})


def _openvino(model: onnx.ModelProto, precision: str) -> Callable[[Features], object]:
    import openvino

    core = openvino.Core()
    compiled = core.compile_model(
        core.read_model(model.SerializeToString()),
        "CPU",
        {"INFERENCE_NUM_THREADS": 1, "NUM_STREAMS": 1, "INFERENCE_PRECISION_HINT": precision},
    )
    return lambda features: compiled([planes_of(features)])


def _whole_numbers(model: onnx.ModelProto, planes: Planes) -> onnx.ModelProto:
    """The same with 8-bit convolutions, as ONNX Runtime's own tool makes them."""
    from onnxruntime.quantization import CalibrationDataReader, QuantType, quantize_static

    class Reader(CalibrationDataReader):  # type: ignore[misc]
        def __init__(self) -> None:
            self._rest = iter([{"planes": planes}])

        def get_next(self) -> dict[str, Planes] | None:
            return next(self._rest, None)

    with tempfile.TemporaryDirectory() as folder:
        before, after = Path(folder) / "fp32.onnx", Path(folder) / "int8.onnx"
        onnx.save(model, str(before))
        quantize_static(
            str(before),
            str(after),
            Reader(),
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
        )
        return onnx.load(str(after))
